/** Every way to make an image of another, on one sheet that a person has inspected; UPDATE_GOLDEN=1 writes it anew. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import sharp from 'sharp'
import { transformImageTask } from '../../../src/app/tasks/transform-image.ts'
import { type TransformOptions, headBytes, probeImage, typeOfFile } from '../../../src/email/image/index.ts'
import { differingShare } from '../../support/images.ts'
import { orphans } from '../render/golden.ts'

const root = join(import.meta.dir, '../../..')
const starters = join(root, 'src/surfaces/templates/starters/images')
const folder = join(root, 'test/golden/images')
const [side, gap, columns] = [100, 8, 4]

const photo = new Uint8Array(readFileSync(join(starters, 'cart-hero.jpg')))
const pot = new Uint8Array(readFileSync(join(starters, 'welcome-pot.png')))
const turned = new Uint8Array(await sharp(photo).withMetadata({ orientation: 8 }).jpeg({ quality: 95 }).toBuffer())
const svg = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80"><linearGradient id="g"><stop stop-color="#f60"/><stop offset="1" stop-color="#06f"/></linearGradient><circle cx="60" cy="40" r="36" fill="url(#g)"/><text x="60" y="48" font-size="22" text-anchor="middle" fill="#fff" font-weight="700">Logo</text></svg>',
)

const both = { width: side, height: side }
const cells: [Uint8Array, Partial<TransformOptions>][] = [
  [photo, both],
  [photo, { ...both, fit: 'cover' }],
  [photo, { ...both, fit: 'cover', gravity: 'west' }],
  [photo, { ...both, fit: 'cover', gravity: 'focal', focal: { x: 0.8, y: 0.3 } }],
  [photo, { ...both, fit: 'fill' }],
  [photo, { ...both, fit: 'pad', background: [230, 230, 255] }],
  [photo, { width: side, crop: { x: 300, y: 100, width: 300, height: 300 } }],
  [photo, { width: side, format: 'jpeg', quality: 20 }],
  [pot, { width: side }],
  [pot, { width: side, format: 'jpeg' }],
  [pot, { width: side, background: [20, 60, 40] }],
  [pot, { width: side, isPalette: true }],
  [pot, { ...both, fit: 'cover', format: 'webp' }],
  [svg, { width: side }],
  [svg, { ...both, fit: 'cover', format: 'jpeg' }],
  [turned, both],
]

test('the contact sheet equals its golden image', async () => {
  const rows = Math.ceil(cells.length / columns)
  const place = (at: number) => gap + at * (side + gap)
  const images = await Promise.all(
    cells.map(async ([bytes, asked], index) => {
      const probed = probeImage(bytes, typeOfFile(bytes.subarray(0, headBytes)).image ?? 'png')
      if ('problem' in probed) throw new Error(probed.problem)
      const options: TransformOptions = { format: 'png', quality: 80, ...asked }
      const made = (await transformImageTask({ bytes, facts: probed.facts, options })) ?? new Uint8Array()
      const input = await sharp(made).png().toBuffer()
      return { input, left: place(index % columns), top: place(Math.floor(index / columns)) }
    }),
  )
  const sheet = sharp({ create: { width: place(columns), height: place(rows), channels: 3, background: '#c8ccd0' } })
  const rendered = PNG.sync.read(await sheet.composite(images).png().toBuffer())
  const file = join(folder, 'contact-sheet.png')
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, PNG.sync.write(rendered))
  expect(existsSync(file), 'run with UPDATE_GOLDEN=1').toBe(true)
  expect(differingShare(rendered, PNG.sync.read(readFileSync(file)))).toBeLessThan(0.002)
})

test('every golden image is used', () => {
  expect(orphans('images', ['contact-sheet.png'])).toEqual([])
})
