import type { DisplayText, Face } from '../../layout/index.ts'
import type { Choice, FontSet } from '../fonts/font-set.ts'
import { type Stretch, stretchesOf } from './bidi.ts'
import type { Glyph } from '../harfbuzz/shaper.ts'

/** A part of a run in one font; glyphs are in visual order. */
export interface Piece {
  choice: Choice
  glyphs: TextGlyph[]
  /** Px, including letter spacing. */
  width: number
}

interface ShapedRun {
  pieces: Piece[]
  /** Characters that no font has. */
  missing: string[]
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Pieces are split by direction and font, in visual order. */
export function shapeRun(run: DisplayText, fonts: FontSet): ShapedRun {
  const { text, face, size, spacing, direction } = run
  const pieces: Piece[] = []
  const missing: string[] = []
  for (const stretch of stretchesOf(text, direction)) {
    for (const part of partsOf(stretch, face, { fonts, missing })) {
      const { shaped } = part.choice.font
      const glyphs = spell(
        shaped.shape(part.text, { direction: stretch.direction, joins: spacing === 0 }),
        part.text,
        stretch.direction,
      )
      const units = glyphs.reduce((sum, { advance }) => sum + advance, 0)
      const letters = glyphs.reduce((sum, one) => sum + one.letters, 0)
      pieces.push({ choice: part.choice, glyphs, width: (units / shaped.unitsPerEm) * size + letters * spacing })
    }
  }
  return { pieces, missing }
}

interface RunPart {
  text: string
  choice: Choice
}

/** Splits a directional run by font, in visual order. */
function partsOf(
  { text, direction }: Stretch,
  face: Face,
  { fonts, missing }: { fonts: FontSet; missing: string[] },
): RunPart[] {
  const parts: RunPart[] = []
  for (const letter of lettersOf(text)) {
    const { choice, isFound } = fonts.choose(letter, face)
    if (!isFound) missing.push(letter)
    const last = parts.at(-1)
    if (last !== undefined && last.choice.font === choice.font) last.text += letter
    else parts.push({ text: letter, choice })
  }
  return direction === 'ltr' ? parts : parts.toReversed()
}

function lettersOf(text: string): string[] {
  return /^[\u0020-\u02ff]*$/.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** A glyph with the letters that text extraction returns; none if the preceding glyph has them all. */
interface TextGlyph extends Glyph {
  text: string
  /** Number of graphemes that end with this glyph. */
  letters: number
}

/**
 * Assigns letters to glyphs so that extraction returns the text. Letters of one cluster are distributed over its
 * glyphs in logical order.
 */
function spell(glyphs: readonly Glyph[], text: string, direction: 'ltr' | 'rtl'): TextGlyph[] {
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
    const shares = distributeLetters([...letters], ordered.length)
    const withText = ordered.map((glyph, at) => ({ ...glyph, text: shares[at] ?? '', letters: 0 }))
    const visual = direction === 'ltr' ? withText : withText.toReversed()
    const last = visual.at(-1)
    if (last !== undefined) last.letters = countLetters(letters)
    return visual
  })
}

/** One letter each, the rest to the last; no letter for surplus glyphs. */
function distributeLetters(letters: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === count - 1 ? letters.slice(at).join('') : (letters[at] ?? '')))
}

function countLetters(text: string): number {
  return text.length === 1 ? 1 : [...segmenter.segment(text)].length
}
