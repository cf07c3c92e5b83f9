import { findImages, moveImages } from '../../email/import/index.ts'
import { loadPanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { createUploader } from './upload.ts'

/** Images with URLs that only the program or the page knows from which they were copied. */
const unreachable = /<img\b[^<>]*\bsrc\s?=\s?["']?(?:data|file|blob|cid|content|webkit-fake-url):/gi

/**
 * Uploads the images that pasted HTML embeds as data URLs, and returns the HTML with their new URLs. The user is notified of
 * those that cannot be uploaded, such as `file:` ones.
 */
export async function uploadEmbedded(editor: Editor, html: string): Promise<string> {
  const images = findImages(html)
  if (images.length === 0 && html.search(unreachable) < 0) return html
  const uploader = createUploader({ editor, words: await loadPanelWords(editor.config.locale) })
  const urls = new Map<number, string>()
  for (const { start, format, bytes } of images) {
    const type = `image/${format}`
    const file = new File([bytes as Uint8Array<ArrayBuffer>], `image.${format.replace(/\W.*/, '')}`, { type })
    const picked = await uploader.upload(file)
    if (picked !== undefined) urls.set(start, picked.url ?? picked.src)
  }
  const moved = moveImages(html, images, ({ start }) => urls.get(start))
  const count = moved.match(unreachable)?.length ?? 0
  if (count > 0) {
    const state = uploader.state.peek()
    const reason = state.kind === 'failed' ? ` ${state.message}` : ''
    const message = editor.words.t('said.imagesNotPasted', { count }) + reason
    editor.problem.value = { message, at: performance.now() }
  }
  return moved
}
