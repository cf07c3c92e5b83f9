import { readStarterImage } from '../assets.ts'
import type { Operations } from './operations.ts'

/** Images of the starters that a team would have in its library, by their files. */
const images = [
  {
    file: 'welcome-table.jpg',
    name: 'Laid table',
    folder: 'welcome',
    tags: ['hero'],
    alt: 'A laid table seen from above',
  },
  { file: 'launch-dusk.jpg', name: 'Lamp at dusk', folder: 'launches', tags: ['hero'], alt: 'A lamp beside a window' },
  { file: 'launch-base.jpg', name: 'Lamp base', folder: 'launches', tags: ['product'], alt: 'The base of the lamp' },
  { file: 'cart-hero.jpg', name: 'Canvas tote', folder: 'shop', tags: ['hero'], alt: 'A canvas tote bag' },
  { file: 'cart-tote.png', name: 'Tote', folder: 'shop', tags: ['product'], alt: 'A tote bag' },
  { file: 'cart-shades.png', name: 'Sunglasses', folder: 'shop', tags: ['product'], alt: 'A pair of sunglasses' },
  {
    file: 'event-poster.png',
    name: 'Second Shift poster',
    folder: 'events',
    tags: ['poster'],
    alt: 'Poster of the event',
  },
  { file: 'digest-mark.png', name: 'Logo', folder: null, tags: ['brand'], alt: 'Logo' },
]

export async function seedAssets({ put, upload }: Operations): Promise<void> {
  for (const { alt, file: source, folder, name, tags } of images) {
    const image = await readStarterImage(source)
    if (image === undefined) continue
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(image.bytes)], { type: image.mime }), source)
    form.set('alt', alt)
    if (folder !== null) form.set('folder', folder)
    for (const tag of tags) form.append('tags', tag)
    const { id } = await upload<{ id: string }>('/assets', form)
    await put(`/assets/${id}`, { name: `${name}${source.slice(source.lastIndexOf('.'))}` })
  }
}
