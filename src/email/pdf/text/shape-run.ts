import type { DisplayText, Face } from '../../layout/index.ts'
import type { Choice, FontSet } from '../fonts/font-set.ts'
import { type Stretch, stretchesOf } from './bidi.ts'
import { type SpelledGlyph, spell } from './spell.ts'

/** A part of a run in one font, its glyphs from left to right. */
export interface Piece {
  choice: Choice
  glyphs: SpelledGlyph[]
  /** Width in px, with the room between letters. */
  width: number
}

/** A run of text as glyphs. */
export interface ShapedRun {
  pieces: Piece[]
  /** Letters that no font has. */
  missing: string[]
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shapes a run: parted by direction and font, from left to right. */
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

/** The parts of a stretch that one font has, from left to right. */
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
