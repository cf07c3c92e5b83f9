import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib'
import type { Subsetter } from '../harfbuzz/subsetter.ts'
import { type Deflate, writeStream } from '../streams.ts'
import { charsetOf } from './cff-charset.ts'
import { codeMap, toUnicode } from './code-map.ts'
import type { OpenFont } from './font-set.ts'
import { metricsOf, tableOf } from './metrics.ts'

interface FontDeps {
  context: PDFContext
  subsetter: Subsetter
  deflate: Deflate
}

/**
 * A composite font (ISO 32000-2, 9.7). A code is a pair of a glyph and the letters that it represents: one glyph may
 * represent different letters, and the extracted text equals the source.
 */
export class EmbeddedFont {
  readonly name: string
  readonly font: OpenFont
  readonly #codes = new Map<string, number>()
  readonly #glyphs: number[] = [0]
  readonly #texts: string[] = ['']

  constructor(font: OpenFont) {
    this.font = font
    this.name = `F${font.index}`
  }

  codeOf(glyph: number, text: string): number {
    const key = `${glyph} ${text}`
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.#glyphs.length
    this.#glyphs.push(glyph)
    this.#texts.push(text)
    this.#codes.set(key, code)
    return code
  }

  /** Advance width in thousandths of an em. */
  widthOf(glyph: number): number {
    const { shaped } = this.font
    return rounded((shaped.advanceOf(glyph) * 1000) / shaped.unitsPerEm)
  }

  /** Writes the font, reduced to the requested glyphs. */
  write(deps: FontDeps): PDFRef {
    const { context, deflate, subsetter } = deps
    const { file } = this.font
    const cut = subsetter.cut(file.bytes, this.#glyphs)
    const cff = tableOf(cut, 'CFF ')
    const name = `${this.#tag()}+${file.family.replace(/[^A-Za-z0-9]/g, '')}${this.#style()}`
    const painted = cff === undefined ? this.#trueType(name, cut, deps) : this.#compact(name, cff, deps)
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: painted.encoding,
        DescendantFonts: [painted.descendant],
        ToUnicode: writeStream(context, bytesOf(toUnicode(this.#texts)), deflate),
      }),
    )
  }

  // Codes are CIDs, and CIDToGIDMap maps them to glyph indexes.
  #trueType(name: string, cut: Uint8Array, { context, deflate }: FontDeps): { encoding: string; descendant: PDFRef } {
    const file = writeStream(context, cut, deflate, { Length1: cut.length })
    const descendant = context.register(
      context.obj({
        ...this.#descendant(name, context, { FontFile2: file }),
        Subtype: 'CIDFontType2',
        W: [0, this.#glyphs.map((glyph) => this.widthOf(glyph))],
        CIDToGIDMap: writeStream(context, this.#places(), deflate),
      }),
    )
    return { encoding: 'Identity-H', descendant }
  }

  // CFF glyphs have their own CIDs: the encoding maps codes to those.
  #compact(name: string, cff: DataView, { context, deflate }: FontDeps): { encoding: PDFRef; descendant: PDFRef } {
    const bytes = new Uint8Array(cff.buffer, cff.byteOffset, cff.byteLength)
    const numbers = charsetOf(cff)
    const cids = this.#glyphs.map((glyph) => (numbers === undefined ? glyph : (numbers[glyph] ?? 0)))
    const widths = new Map(this.#glyphs.map((glyph, code) => [cids[code] ?? 0, this.widthOf(glyph)]))
    const file = writeStream(context, bytes, deflate, { Subtype: 'CIDFontType0C' })
    const descendant = context.register(
      context.obj({
        ...this.#descendant(name, context, { FontFile3: file }),
        Subtype: 'CIDFontType0',
        W: [...widths].toSorted(([a], [b]) => a - b).flatMap(([cid, width]) => [cid, [width]]),
      }),
    )
    const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 }
    const entries = { Type: 'CMap', CMapName: 'Codes', CIDSystemInfo: context.obj(system) }
    return { encoding: writeStream(context, bytesOf(codeMap(cids)), deflate, entries), descendant }
  }

  #descendant(name: string, context: PDFContext, file: Record<string, PDFRef>) {
    const { bytes, italic, weight } = this.font.file
    const { ascent, descent, box, isFixed } = metricsOf(bytes)
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: (isFixed ? 1 : 0) + 4 + (italic ? 64 : 0),
        FontBBox: box,
        ItalicAngle: italic ? -12 : 0,
        Ascent: ascent,
        Descent: descent,
        CapHeight: Math.round(ascent * 0.78),
        StemV: weight === 700 ? 140 : 80,
        ...file,
      }),
    )
    return {
      Type: 'Font',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 0,
    }
  }

  #style(): string {
    const { weight, italic } = this.font.file
    const style = `${weight === 700 ? 'Bold' : ''}${italic ? 'Italic' : ''}`
    return style === '' ? '' : `-${style}`
  }

  // Subset tag of six letters (9.9.2).
  #tag(): string {
    let hash = this.font.index + 1
    for (const glyph of this.#glyphs) hash = (Math.imul(hash, 31) + glyph) >>> 0
    return Array.from({ length: 6 }, (_, at) => String.fromCharCode(65 + (Math.floor(hash / 26 ** at) % 26))).join('')
  }

  #places(): Uint8Array {
    const map = new Uint8Array(this.#glyphs.length * 2)
    for (const [code, glyph] of this.#glyphs.entries()) {
      map[code * 2] = glyph >> 8
      map[code * 2 + 1] = glyph & 255
    }
    return map
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
