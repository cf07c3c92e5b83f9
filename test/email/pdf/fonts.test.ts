/** Fonts of the operator's: of both kinds of outlines, each requested what the fonts before it lack. */
import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { readFontSubsetter, readHarfbuzz, readTakumi } from '../../../src/app/tasks/embedded.ts'
import { loadFonts } from '../../../src/app/tasks/layout-engine.ts'
import { createLayoutEngine } from '../../../src/email/layout/index.ts'
import { createPdfWriter } from '../../../src/email/pdf/index.ts'
import { charsetOf } from '../../../src/email/pdf/fonts/cff-charset.ts'
import { hasPoppler, imageOf, textOf } from '../../support/pdf.ts'

/** A font with CFF outlines of two letters: 中 is a solid square from 0.1 to 0.9 em, 文 one with a hole. */
const boxes = Bun.file(new URL('../../fixtures/fonts/boxes.otf', import.meta.url))

async function pdfWith(own: Uint8Array, html: string) {
  const fonts = [...(await loadFonts('')), { family: 'own boxes', weight: 400 as const, italic: false, bytes: own }]
  const engine = createLayoutEngine({ wasm: await readTakumi(), fonts })
  const displayList = await engine.measure(html, { width: 200, scheme: 'light' }, [])
  const deps = { harfbuzz: await readHarfbuzz(), subset: await readFontSubsetter(), fonts }
  const writer = createPdfWriter({ ...deps, deflate: (bytes) => deflateSync(bytes) })
  const options = { title: '', language: 'zh', page: 'long', margin: 0, maxPages: 1 } as const
  const written = await writer.write({ displayList, images: [], options })
  if ('tooManyPages' in written) throw new Error('It has one page')
  return written
}

describe('a font of the operator', () => {
  test.skipIf(!hasPoppler)('with CFF outlines is embedded, and its text can be extracted', async () => {
    const { bytes, missing } = await pdfWith(
      await boxes.bytes(),
      '<body style="margin:0;font:100px/1 Arial">中文</body>',
    )
    expect(missing).toEqual([])
    expect((await textOf(bytes)).trim()).toBe('中文')
    const { data, width } = await imageOf(bytes, 200)
    const greyAt = (x: number, y: number) => data[(y * width + x) * 4]
    expect([greyAt(50, 55), greyAt(150, 55), greyAt(120, 55), greyAt(3, 55)]).toEqual([0, 255, 0, 255])
  })

  test('that is invalid is skipped', async () => {
    const whole = await boxes.bytes()
    for (const bytes of [
      new Uint8Array(),
      whole.subarray(0, 40),
      new TextEncoder().encode('OTTO'),
      whole.toReversed(),
    ]) {
      expect((await pdfWith(bytes, '<p>A中</p>')).missing).toEqual(['中'])
    }
  })
})

test('glyphs of a CFF font are addressed by their CID', () => {
  const index = (...items: number[][]) => {
    const ends = items.map((_, at) => items.slice(0, at + 1).flat().length + 1)
    return items.length === 0 ? [0, 0] : [0, items.length, 1, 1, ...ends, ...items.flat()]
  }
  const top = (charset: number, strings: number) => [
    28,
    0,
    0,
    28,
    0,
    0,
    139,
    12,
    30,
    28,
    0,
    charset,
    15,
    28,
    0,
    strings,
    17,
  ]
  const strings = index([14], [14], [14], [14])
  const head = [1, 0, 4, 1, ...index([65])]
  const at = head.length + index(top(0, 0)).length
  const font = (charset: number[]) =>
    new DataView(Uint8Array.from([...head, ...index(top(at, at + charset.length)), ...charset, ...strings]).buffer)
  expect(charsetOf(font([0, 0, 9, 1, 4, 2, 1]))).toEqual([0, 9, 260, 513])
  expect(charsetOf(font([1, 0, 9, 1, 2, 1, 0]))).toEqual([0, 9, 10, 513])
  expect(charsetOf(font([2, 0, 40, 0, 9]))).toEqual([0, 40, 41, 42])
})
