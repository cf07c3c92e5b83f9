import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib'
import type { Subsetter } from '../harfbuzz/subsetter.ts'
import type { Deflate } from '../objects/streams.ts'
import { writeStream } from '../objects/streams.ts'
import type { OpenFont } from './font-set.ts'
import { metricsOf } from './metrics.ts'
import { toUnicode } from './to-unicode.ts'

/**
 * A font as a PDF holds it: a composite font (ISO 32000-2, 9.7) whose codes are pairs of a glyph and the letters that it
 * stands for, so that one glyph may stand for different letters and every text is read back as it was written.
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

  /** The code under which the content says a glyph. */
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

  /** Width in thousandths of an em that a reader moves on by after a glyph. */
  widthOf(glyph: number): number {
    const { shaped } = this.font
    return rounded((shaped.advanceOf(glyph) * 1000) / shaped.unitsPerEm)
  }

  /** Writes the font with the glyphs that were asked for, and answers where it is. */
  write(context: PDFContext, { subsetter, deflate }: { subsetter: Subsetter; deflate: Deflate }): PDFRef {
    const { bytes } = this.font.file
    const cut = subsetter.cut(bytes, this.#glyphs)
    const file = writeStream(context, cut, deflate, { Length1: cut.length })
    const { ascent, descent, box, isFixed } = metricsOf(bytes)
    const name = `${this.#tag()}+${this.font.file.family.replace(/[^A-Za-z0-9]/g, '')}${this.#style()}`
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: (isFixed ? 1 : 0) + 4 + (this.font.file.italic ? 64 : 0),
        FontBBox: box,
        ItalicAngle: this.font.file.italic ? -12 : 0,
        Ascent: ascent,
        Descent: descent,
        CapHeight: Math.round(ascent * 0.78),
        StemV: this.font.file.weight === 700 ? 140 : 80,
        FontFile2: file,
      }),
    )
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: name,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        DW: 0,
        W: [0, this.#glyphs.map((glyph) => this.widthOf(glyph))],
        CIDToGIDMap: writeStream(context, this.#glyphMap(), deflate),
      }),
    )
    const letters = new TextEncoder().encode(toUnicode(this.#texts))
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: writeStream(context, letters, deflate),
      }),
    )
  }

  #style(): string {
    const { weight, italic } = this.font.file
    const style = `${weight === 700 ? 'Bold' : ''}${italic ? 'Italic' : ''}`
    return style === '' ? '' : `-${style}`
  }

  // Six letters that tell subsets apart (9.9.2).
  #tag(): string {
    let hash = this.font.index + 1
    for (const glyph of this.#glyphs) hash = (Math.imul(hash, 31) + glyph) >>> 0
    return Array.from({ length: 6 }, (_, at) => String.fromCharCode(65 + (Math.floor(hash / 26 ** at) % 26))).join('')
  }

  #glyphMap(): Uint8Array {
    const map = new Uint8Array(this.#glyphs.length * 2)
    for (const [code, glyph] of this.#glyphs.entries()) {
      map[code * 2] = glyph >> 8
      map[code * 2 + 1] = glyph & 255
    }
    return map
  }
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
