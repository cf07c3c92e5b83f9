import type { Face, FontFile } from '../../layout/index.ts'
import type { ShapedFont, Shaper } from '../harfbuzz/shaper.ts'
import { tableOf } from './metrics.ts'

export interface OpenFont {
  /** Index in the font set. */
  index: number
  file: FontFile
  shaped: ShapedFont
  /** Glyph outlines can be read (`outlineOf`). */
  isTrueType: boolean
}

/** A font with the synthesis (bold, slant) that the requested face requires. */
export interface Choice {
  font: OpenFont
  /** Synthetic bold: the family has no bold face. */
  isSyntheticBold: boolean
  /** Synthetic italic: the family has no italic face. */
  isSlanted: boolean
}

// Joiners, direction marks, variation selectors: no font is required to have glyphs for them.
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const textSign = '\ufe0e'

/** The available fonts, in the fallback order of the layout engine. */
export class FontSet {
  readonly #shaper: Shaper
  readonly #files: readonly FontFile[]
  readonly #open = new Map<number, OpenFont | undefined>()
  readonly #orders = new Map<Face, readonly number[]>()

  constructor(shaper: Shaper, files: readonly FontFile[]) {
    this.#shaper = shaper
    this.#files = files
  }

  /** The font for one grapheme; `isFound` is false if no font has it, and a box is painted. */
  choose(letter: string, face: Face): { choice: Choice; isFound: boolean } {
    const needed = [...letter].filter((one) => !ignorable.test(one)).map((one) => one.codePointAt(0) ?? 0)
    const order = this.#orderFor(face)
    for (const index of letter.includes(textSign) ? this.#signsFirst(order) : order) {
      const font = this.#font(index)
      if (font !== undefined && needed.every((one) => font.shaped.has(one)))
        return { choice: choiceOf(font, face), isFound: true }
    }
    for (const index of order) {
      const font = this.#font(index)
      if (font !== undefined) return { choice: choiceOf(font, face), isFound: false }
    }
    throw new Error('No font is available')
  }

  #font(index: number): OpenFont | undefined {
    if (!this.#open.has(index)) this.#open.set(index, this.#openFont(index))
    return this.#open.get(index)
  }

  // The layout engine reads some fonts of the operator that harfbuzz does not.
  #openFont(index: number): OpenFont | undefined {
    const file = this.#files[index]
    if (file === undefined || !hasOutlines(file.bytes)) return undefined
    try {
      const isTrueType = tableOf(file.bytes, 'glyf') !== undefined
      return { index, file, shaped: this.#shaper.open(file.bytes), isTrueType }
    } catch {
      return undefined
    }
  }

  /** One font of each family: that of the face first, the others in the given order. */
  #orderFor(face: Face): readonly number[] {
    const known = this.#orders.get(face)
    if (known !== undefined) return known
    const families = Map.groupBy(this.#files.keys(), (index) => this.#files[index]?.family ?? '')
    const best = (indices: readonly number[]) =>
      indices.toSorted((a, b) => this.#distance(a, face) - this.#distance(b, face)).slice(0, 1)
    const own = best(families.get(face.family) ?? [])
    const others = [...families].flatMap(([family, indices]) => (family === face.family ? [] : best(indices)))
    const order = [...own, ...others]
    this.#orders.set(face, order)
    return order
  }

  #distance(index: number, face: Face): number {
    const file = this.#files[index]
    return (file?.weight === face.weight ? 0 : 1) + (file?.italic === face.italic ? 0 : 2)
  }

  // A character with a text variation selector gets no emoji font (Unicode TS 51).
  #signsFirst(order: readonly number[]): readonly number[] {
    const isSigns = (index: number) => this.#files[index]?.family.includes('Symbols') === true
    return [...order.slice(0, 1), ...order.filter(isSigns), ...order]
  }
}

function choiceOf(font: OpenFont, face: Face): Choice {
  return { font, isSyntheticBold: face.weight > font.file.weight, isSlanted: face.italic && !font.file.italic }
}

/** True for a single font file with TrueType or CFF outlines: no WOFF, no collection. */
function hasOutlines(bytes: Uint8Array): boolean {
  const kind = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  return kinds.has(kind) && (tableOf(bytes, 'glyf') ?? tableOf(bytes, 'CFF ')) !== undefined
}

/** TrueType under both of its tags, and OpenType with CFF. */
const kinds = new Set([0x00010000, 0x74727565, 0x4f54544f])
