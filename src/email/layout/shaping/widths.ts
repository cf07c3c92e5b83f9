import type { Face } from '../font-families.ts'
import type { TextStyle } from '../style/computed-style.ts'

/** The only dependency of the layout on a text shaper. */
export interface Shaper {
  /** Widths in em, in the order of `texts`, none of which contains a line break. */
  measure(face: Face, texts: readonly string[]): Promise<number[]>
}

const maxCached = 200_000

/**
 * Cache of text widths in em. Each word is shaped once, because renderings of a template repeat the same words;
 * widths scale with the font size.
 */
export class Widths {
  readonly #shaper: Shaper
  readonly #faces = new Map<Face, { known: Map<string, number>; asked: Set<string> }>()
  #count = 0

  constructor(shaper: Shaper) {
    this.#shaper = shaper
  }

  /** The width is available after the next `learn`. */
  ask(face: Face, text: string): void {
    const { known, asked } = this.#of(face)
    if (!known.has(text)) asked.add(text)
  }

  /** Measures everything that was requested. */
  async learn(): Promise<void> {
    if (this.#count > maxCached) this.#forget()
    for (const [face, { known, asked }] of this.#faces) {
      if (asked.size === 0) continue
      const texts = [...asked]
      asked.clear()
      const widths = await this.#shaper.measure(face, texts)
      for (const [index, text] of texts.entries()) known.set(text, widths[index] ?? 0)
      this.#count += texts.length
    }
  }

  /** Px, including letter spacing; half an em per letter for text that was not requested. */
  of(text: string, computed: TextStyle): number {
    const em = this.#of(computed.face).known.get(text) ?? text.length / 2
    const spacing = computed.letterSpacing + computed.wider * computed.size
    return em * computed.size + (spacing === 0 ? 0 : spacing * lettersIn(text))
  }

  /** Em, without letter spacing. */
  em(text: string, face: Face): number {
    return this.#of(face).known.get(text) ?? 0
  }

  #of(face: Face) {
    const found = this.#faces.get(face)
    if (found !== undefined) return found
    const fresh = { known: new Map<string, number>(), asked: new Set<string>() }
    this.#faces.set(face, fresh)
    return fresh
  }

  #forget(): void {
    for (const each of this.#faces.values()) each.known.clear()
    this.#count = 0
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Number of graphemes. */
function lettersIn(text: string): number {
  return isPlain(text) ? text.length : graphemesOf(text).length
}

export function graphemesOf(text: string): string[] {
  return isPlain(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment)
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x2ff) return false
  return true
}
