import bidiFactory from 'bidi-js'

/** A range of text with one direction. */
export interface Stretch {
  text: string
  direction: 'ltr' | 'rtl'
}

const bidi = bidiFactory()
// No character below the Hebrew block is right-to-left or a direction mark.
const mayTurn =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Directional runs of a line in visual order (Unicode Standard Annex 9). */
export function stretchesOf(text: string, base: 'ltr' | 'rtl'): Stretch[] {
  if (base === 'ltr' && !mayTurn.test(text)) return [{ text, direction: 'ltr' }]
  const { levels } = bidi.getEmbeddingLevels(text, base)
  const runs: { from: number; to: number; level: number }[] = []
  for (let at = 0; at < text.length; at++) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    if (last?.level === level) last.to = at + 1
    else runs.push({ from: at, to: at + 1, level })
  }
  return inVisualOrder(runs).map(({ from, to, level }) => ({
    text: text.slice(from, to),
    direction: level % 2 === 0 ? 'ltr' : 'rtl',
  }))
}

// Rule L2: reverse runs from the highest level down to the lowest odd one.
function inVisualOrder<T extends { level: number }>(runs: readonly T[]): T[] {
  let ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    const turned: T[] = []
    let group: T[] = []
    for (const run of ordered) {
      if (run.level >= level) {
        group.push(run)
        continue
      }
      turned.push(...group.toReversed(), run)
      group = []
    }
    ordered = [...turned, ...group.toReversed()]
  }
  return ordered
}
