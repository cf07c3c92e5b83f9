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
  readonly #faces = new Map<Face, { cached: Map<string, number>; pending: Set<string> }>()
  #count = 0

  constructor(shaper: Shaper) {
    this.#shaper = shaper
  }

  /** The width is available after the next `learn`. */
  request(face: Face, text: string): void {
    const { cached, pending } = this.#of(face)
    if (!cached.has(text)) pending.add(text)
  }

  /** Measures everything that was requested. */
  async measure(): Promise<void> {
    if (this.#count > maxCached) this.#evict()
    for (const [face, { cached, pending }] of this.#faces) {
      if (pending.size === 0) continue
      const texts = [...pending]
      pending.clear()
      const widths = await this.#shaper.measure(face, texts)
      for (const [index, text] of texts.entries()) cached.set(text, widths[index] ?? 0)
      this.#count += texts.length
    }
  }

  /** Px, including letter spacing; half an em per letter for text that was not requested. */
  of(text: string, computed: TextStyle): number {
    const em = this.#of(computed.face).cached.get(text) ?? text.length / 2
    const spacing = computed.letterSpacing + computed.wider * computed.size
    return em * computed.size + (spacing === 0 ? 0 : spacing * lettersIn(text))
  }

  /** Em, without letter spacing. */
  em(text: string, face: Face): number {
    return this.#of(face).cached.get(text) ?? 0
  }

  #of(face: Face) {
    const found = this.#faces.get(face)
    if (found !== undefined) return found
    const fresh = { cached: new Map<string, number>(), pending: new Set<string>() }
    this.#faces.set(face, fresh)
    return fresh
  }

  #evict(): void {
    for (const each of this.#faces.values()) each.cached.clear()
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
