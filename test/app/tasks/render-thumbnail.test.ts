import { describe, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { type RenderThumbnail, renderThumbnail, findImages } from '../../../src/app/tasks/render-thumbnail.ts'
import { limits } from '../../../src/kernel/limits.ts'

const medium = { width: 400, scheme: 'light' } as const
const src = 'https://example.com/a.png'
const html = `<body style="margin:0"><img src="${src}" width="100" height="100" style="display:block">`

function render(bytes: Uint8Array, more: Partial<RenderThumbnail> = {}): Promise<Uint8Array> {
  return renderThumbnail({
    html,
    medium,
    width: 400,
    maxHeight: 1000,
    format: 'png',
    images: [{ src, bytes }],
    fontFolder: '',
    ...more,
  })
}

/** The color in the middle of where the image stands. */
function middleOf(bytes: Uint8Array): number[] {
  const { data, width } = PNG.sync.read(Buffer.from(bytes))
  const at = (50 * width + 50) * 4
  return [...data.subarray(at, at + 3)]
}

function square(width: number, height: number): Buffer {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([200, 30, 40, 255], at)
  return PNG.sync.write(png)
}

/** An image whose head says that it is larger than it is. */
function boasting(width: number, height: number): Uint8Array {
  const bytes = square(4, 4)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

const absent = [230, 230, 230]

describe('a picture', () => {
  test('is drawn', async () => {
    expect(middleOf(await render(square(20, 20)))).toEqual([200, 30, 40])
  })

  for (const [name, bytes] of Object.entries({
    'of no bytes': new Uint8Array(),
    'that is text': new TextEncoder().encode('no picture at all'),
    'that breaks off': square(20, 20).subarray(0, 60),
    'of a hundred million pixels': boasting(10_000, 10_000),
    'that is larger than it is': boasting(400, 400),
    'of vectors': new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
  }))
    test(`${name} leaves a grey box`, async () => {
      expect(middleOf(await render(bytes))).toEqual(absent)
    })

  test('that is too large does not take the others with it', async () => {
    const side = Math.ceil(Math.sqrt(limits.layoutPixels)) + 1
    const images = [
      { src: 'https://example.com/huge.png', bytes: boasting(side, side) },
      { src, bytes: square(20, 20) },
    ]
    expect(middleOf(await render(square(1, 1), { images }))).toEqual([200, 30, 40])
  })
})

test('only what is seen on the medium is fetched', () => {
  const page = `<style>@media(max-width:480px){.w{display:none!important}}</style><img class="w" src="wide.png"><div style="background-image:url(back.png)"></div><img src="both.png"><img src="both.png">`
  expect(findImages({ html: page, medium: { width: 640, scheme: 'light' } })).toEqual([
    'wide.png',
    'back.png',
    'both.png',
  ])
  expect(findImages({ html: page, medium: { width: 375, scheme: 'light' } })).toEqual(['back.png', 'both.png'])
})

test('WebP comes out where it is asked for', async () => {
  const bytes = await render(square(2, 2), { format: 'webp' })
  expect(new TextDecoder().decode(bytes.subarray(8, 12))).toBe('WEBP')
})
