/** What is known of an image without decoding it, and what is found wrong with it. */
import { describe, expect, test } from 'bun:test'
import { type ImageFormat, headBytes, probeImage, typeOfFile } from '../../../src/email/image/index.ts'
import { animation, bytesOf, disc, photo } from './images.ts'

const ascii = (text: string) => new TextEncoder().encode(text)

function factsOf(bytes: Uint8Array) {
  const { image } = typeOfFile(bytes.subarray(0, headBytes))
  if (image === undefined) throw new Error('no picture')
  return probeImage(bytes, image)
}

describe('an image is described correctly', () => {
  const cases: [string, () => Promise<Uint8Array>, object][] = [
    ['a JPEG', () => bytesOf(photo().jpeg()), { format: 'jpeg', width: 200, height: 120, color: 'rgb', depth: 8 }],
    ['a progressive JPEG', () => bytesOf(photo().jpeg({ progressive: true })), { width: 200, height: 120 }],
    ['a grey JPEG', () => bytesOf(photo().toColourspace('b-w').jpeg()), { color: 'gray', hasAlpha: false }],
    ['a CMYK JPEG', () => bytesOf(photo().toColourspace('cmyk').jpeg()), { color: 'cmyk', width: 200 }],
    [
      'a turned JPEG',
      () => bytesOf(photo().withMetadata({ orientation: 6 }).jpeg()),
      { width: 120, height: 200, orientation: 6 },
    ],
    [
      'an upside-down JPEG',
      () => bytesOf(photo().withMetadata({ orientation: 3 }).jpeg()),
      { width: 200, orientation: 3 },
    ],
    [
      'a turned PNG',
      () => bytesOf(photo().withMetadata({ orientation: 8 }).png()),
      { width: 120, height: 200, orientation: 8 },
    ],
    ['a PNG', () => bytesOf(photo().png()), { format: 'png', width: 200, height: 120, hasAlpha: false, depth: 8 }],
    ['a PNG with alpha', () => bytesOf(disc().png()), { width: 200, hasAlpha: true, frames: 1 }],
    ['a palette PNG', () => bytesOf(photo().png({ palette: true })), { color: 'palette' }],
    ['a 16-bit PNG', () => bytesOf(photo().toColourspace('rgb16').png()), { depth: 16 }],
    ['a lossy WebP', () => bytesOf(photo().webp()), { format: 'webp', width: 200, height: 120, hasAlpha: false }],
    ['a lossless WebP', () => bytesOf(photo().webp({ lossless: true })), { width: 200, height: 120 }],
    ['a WebP with alpha', () => bytesOf(disc().webp()), { width: 200, hasAlpha: true }],
    ['an animated WebP', () => animation('webp', 4), { width: 20, height: 10, frames: 4 }],
    ['a GIF', () => bytesOf(photo().gif()), { format: 'gif', width: 200, height: 120, frames: 1 }],
    ['an animated GIF', () => animation('gif', 5), { width: 20, height: 10, frames: 5 }],
  ]
  test.each(cases)('%s', async (_, make, facts) => {
    const bytes = await make()
    expect(factsOf(bytes)).toMatchObject({ facts: { ...facts, end: bytes.length } })
  })

  const svgs: [string, number, number][] = [
    ['<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>', 30, 20],
    ["<svg width='2in' height='1in'></svg>", 192, 96],
    ['<svg viewBox="0 0 640 480"></svg>', 640, 480],
    ['<svg width="320" viewBox="0,0,640,480"></svg>', 320, 240],
    ['<svg width="100%" height="100%" viewBox="0 0 10 20"></svg>', 10, 20],
    ['<svg></svg>', 300, 150],
    ['<svg width="-5" height="nonsense"></svg>', 300, 150],
    [
      '\uFEFF<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg width="7" height="8"></svg>\n',
      7,
      8,
    ],
    ['<s:svg xmlns:s="http://www.w3.org/2000/svg" width="3" height="4"></s:svg>', 3, 4],
  ]
  test.each(svgs)('%s', (source, width, height) => {
    expect(factsOf(ascii(source))).toMatchObject({ facts: { format: 'svg', width, height } })
  })
})

describe('an incomplete image is detected', () => {
  const images: [string, () => Promise<Uint8Array>][] = [
    ['jpeg', () => bytesOf(photo(600, 400).jpeg({ quality: 95 }))],
    ['progressive jpeg', () => bytesOf(photo(600, 400).jpeg({ quality: 95, progressive: true }))],
    ['png', () => bytesOf(photo(300, 200).png({ compressionLevel: 0 }))],
    ['gif', () => bytesOf(photo(300, 200).gif())],
    ['webp', () => bytesOf(photo(600, 400).webp({ lossless: true }))],
    ['animated gif', () => animation('gif', 40)],
  ]
  test.each(images)('%s, cut at every kilobyte and near its end', async (_, make) => {
    const bytes = await make()
    const { image } = typeOfFile(bytes)
    const cuts = [0, 1, 2, 3, 5, 10, 20, 30, 50, bytes.length - 1, bytes.length - 2]
    for (let cut = 1024; cut < bytes.length; cut += 1024) cuts.push(cut)
    for (const cut of cuts) {
      const probed = probeImage(bytes.slice(0, cut), image as ImageFormat)
      expect('problem' in probed ? probed.problem : `whole at ${cut}`, `at ${cut}`).toMatch(/^The \w+ .+\.$/)
    }
  })

  test('an SVG without its end, or with entities', () => {
    for (const source of ['<svg width="3"><g>', '<svg width="3"', '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>'])
      expect(probeImage(ascii(source), 'svg'), source).toHaveProperty('problem')
  })

  test('random damage never throws and never takes long', async () => {
    const originals = [
      await bytesOf(photo().jpeg()),
      await bytesOf(disc().png()),
      await bytesOf(photo().webp()),
      await animation('gif'),
      ascii('<svg width="3" height="3" viewBox="0 0 3 3"><path d="M0 0"/></svg>'),
    ]
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (const original of originals) {
      const { image } = typeOfFile(original)
      for (let round = 0; round < 300; round++) {
        const bytes = original.slice(0, random(4) === 0 ? random(original.length) : original.length)
        for (let change = 0; change < 4; change++) bytes[random(bytes.length || 1)] = random(256)
        const probed = probeImage(bytes, image as ImageFormat)
        if ('facts' in probed) expect(probed.facts.end).toBeLessThanOrEqual(bytes.length)
      }
    }
  })
})

describe('sizes come from the header, and are checked before decoding', () => {
  test('a tiny PNG of 900 megapixels', () => {
    const png = new Uint8Array([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x75, 0x30, 0, 0, 0x75,
      0x30, 1, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 1, 0x49, 0x44, 0x41, 0x54, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0x49, 0x45, 0x4e,
      0x44, 0, 0, 0, 0,
    ])
    expect(factsOf(png)).toMatchObject({ facts: { width: 30_000, height: 30_000 } })
  })

  test.each([
    ['nothing in it', new Uint8Array()],
    ['zeros', new Uint8Array(5000)],
  ])('a file with %s is not an image', (_, bytes) => {
    for (const format of ['jpeg', 'png', 'gif', 'webp', 'svg'] as const)
      expect(probeImage(bytes, format), format).toHaveProperty('problem')
  })
})

describe('the type of a file is detected from its content', () => {
  const cases: [string, Uint8Array, string][] = [
    ['a page', ascii('<!doctype html><script>alert(1)</script>'), 'application/octet-stream'],
    ['a page behind white space', ascii('  \n<html>'), 'application/octet-stream'],
    ['a script in text', ascii('hello <script>'), 'application/octet-stream'],
    ['XML', ascii('<?xml version="1.0"?><note/>'), 'application/octet-stream'],
    ['text', ascii('name,age\nEve,7\n'), 'text/plain'],
    ['text with a character cut', ascii(`a${'ä'.repeat(headBytes)}`).subarray(0, headBytes), 'text/plain'],
    ['nothing', new Uint8Array(), 'application/octet-stream'],
    ['a PDF', ascii('%PDF-1.7\n'), 'application/pdf'],
    ['a ZIP', ascii('PK\u0003\u0004'), 'application/zip'],
    ['a GIF that is also an archive', ascii('GIF89a…PK\u0003\u0004'), 'image/gif'],
    ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg">'), 'image/svg+xml'],
    ['something that only begins like one', ascii('<svgx>'), 'application/octet-stream'],
    ['a film', ascii('\0\0\0\u0018ftypmp42'), 'video/mp4'],
    ['AVIF', ascii('\0\0\0\u0018ftypavif'), 'image/avif'],
    ['a sound', ascii('RIFF\0\0\0\0WAVE'), 'audio/wav'],
    ['a table in a code page', new Uint8Array([0x5a, 0x6f, 0xeb, 0x3b, 0x37, 0x0a]), 'text/plain'],
    ['a table in UTF-16', new Uint8Array([0xff, 0xfe, 0x5a, 0, 0x3b, 0, 0x37, 0]), 'text/plain'],
    ['a page in UTF-16', new Uint8Array([0xff, 0xfe, 0x3c, 0, 0x62, 0, 0x3e, 0]), 'application/octet-stream'],
    [
      'a document of Word 97',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'application/x-ole-storage',
    ],
    ['bytes', new Uint8Array([1, 2, 3, 255, 254]), 'application/octet-stream'],
  ]
  test.each(cases)('%s', (_, bytes, mime) => expect(typeOfFile(bytes).mime).toBe(mime))
})
