import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { probeImage, stripMetadata } from '../../../src/email/image/index.ts'
import { animation, bytesOf, difference, photo } from './images.ts'

const secrets = { IFD0: { Artist: 'Eve Example' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }

describe('metadata is removed, and the pixels are unchanged', () => {
  const formats = {
    jpeg: () => photo().withMetadata({ exif: secrets, icc: 'p3' }).jpeg(),
    png: () => photo().withMetadata({ exif: secrets, icc: 'p3' }).png(),
    webp: () => photo().withMetadata({ exif: secrets, icc: 'p3' }).webp(),
  }
  test.each(Object.entries(formats))('%s', async (format, make) => {
    const original = await bytesOf(make())
    const known = await sharp(original).metadata()
    expect([known.exif !== undefined, known.icc !== undefined]).toEqual([true, true])
    const stripped = stripMetadata(original, format as 'jpeg')
    const left = await sharp(stripped).metadata()
    expect([left.exif, left.icc?.length]).toEqual([undefined, known.icc?.length])
    expect(new TextDecoder('latin1').decode(stripped)).not.toContain('Eve Example')
    expect(await difference(original, stripped)).toBe(0)
    expect(probeImage(stripped, format as 'jpeg')).toHaveProperty('facts')
  })

  test('comments, XMP thumbnails and text chunks are removed too', async () => {
    const jpeg = await bytesOf(photo().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">somewhere</x:xmpmeta>').jpeg())
    const comment = [0xff, 0xfe, 0, 8, ...new TextEncoder().encode('secret')]
    const talkative = new Uint8Array([...jpeg.subarray(0, 2), ...comment, ...jpeg.subarray(2)])
    const stripped = new TextDecoder('latin1').decode(stripMetadata(talkative, 'jpeg'))
    for (const word of ['secret', 'somewhere', 'adobe:ns']) expect(stripped).not.toContain(word)
  })
})

describe('bytes after the end of an image are removed', () => {
  const tail = new TextEncoder().encode('PK\u0003\u0004<script>alert(1)</script>')
  const makes = {
    jpeg: () => bytesOf(photo().jpeg()),
    png: () => bytesOf(photo().png()),
    gif: () => animation('gif'),
    webp: () => animation('webp'),
  }
  test.each(Object.entries(makes))('%s', async (format, make) => {
    const original = await make()
    const polyglot = new Uint8Array([...original, ...tail])
    expect(probeImage(polyglot, format as 'jpeg')).toMatchObject({ facts: { end: original.length } })
    const stripped = stripMetadata(polyglot, format as 'jpeg')
    expect(new TextDecoder('latin1').decode(stripped)).not.toContain('script')
    expect(await difference(stripped, original)).toBe(0)
  })
})

test('an animation stays animated', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const { pages, loop } = await sharp(stripMetadata(await animation(format, 4), format), {
      animated: true,
    }).metadata()
    expect([pages, loop]).toEqual([4, 0])
  }
})
