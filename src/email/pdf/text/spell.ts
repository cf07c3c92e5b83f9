import type { Glyph } from '../harfbuzz/shaper.ts'

/** A glyph with the letters that reading it gives back; none where the glyph before says them all. */
export interface SpelledGlyph extends Glyph {
  text: string
  /** How many letters, as readers see them, end with it. */
  letters: number
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Says of each glyph, from left to right, for which letters it stands, so that the text can be read back. Letters that
 * share their glyphs are dealt out in the order in which they are written.
 */
export function spell(glyphs: readonly Glyph[], text: string, direction: 'ltr' | 'rtl'): SpelledGlyph[] {
  const groups: Glyph[][] = []
  for (const glyph of glyphs) {
    const last = groups.at(-1)
    if (last?.[0]?.cluster === glyph.cluster) last.push(glyph)
    else groups.push([glyph])
  }
  return groups.flatMap((group, index) => {
    const from = group[0]?.cluster ?? 0
    const after = groups[direction === 'ltr' ? index + 1 : index - 1]?.[0]?.cluster
    const letters = text.slice(from, after ?? text.length)
    const ordered = direction === 'ltr' ? group : group.toReversed()
    const shares = dealt([...letters], ordered.length)
    const spelled = ordered.map((glyph, at) => ({ ...glyph, text: shares[at] ?? '', letters: 0 }))
    const visual = direction === 'ltr' ? spelled : spelled.toReversed()
    const last = visual.at(-1)
    if (last !== undefined) last.letters = countLetters(letters)
    return visual
  })
}

/** One for each, and the rest for the last; none for those that come too late. */
function dealt(letters: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === count - 1 ? letters.slice(at).join('') : (letters[at] ?? '')))
}

function countLetters(text: string): number {
  return text.length === 1 ? 1 : [...segmenter.segment(text)].length
}
