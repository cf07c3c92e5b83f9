import { type NameParts, type PersonName, readName } from './names.ts'

/**
 * How the local part is made of a name. The shares are judgment, for the published counts contradict each other: a survey of
 * the 2000s has first initial and last name in front, vendors of today both names with a dot. What is learned outweighs them.
 */
const table = {
  '{first}.{last}': 0.3,
  '{f}{last}': 0.28,
  '{first}': 0.14,
  '{first}{last}': 0.05,
  '{first}{l}': 0.04,
  '{f}.{last}': 0.03,
  '{first}_{last}': 0.03,
  '{last}': 0.02,
  '{last}.{first}': 0.02,
  '{last}{f}': 0.02,
  '{first}-{last}': 0.01,
  '{first}.{l}': 0.01,
  '{last}{first}': 0.01,
  '{f}{l}': 0.01,
  '{last}_{first}': 0.005,
  '{last}.{f}': 0.004,
  '{l}.{first}': 0.003,
  '{l}{first}': 0.003,
  '{f}_{last}': 0.003,
  '{first}.{m}.{last}': 0.003,
  '{last}-{first}': 0.002,
  '{f}-{last}': 0.002,
  '{f}{m}{last}': 0.002,
  '{first}{m}{last}': 0.002,
} as const

/** How an organization makes addresses of names, such as `{first}.{last}`. */
export type Pattern = keyof typeof table

/** Every pattern with its share among organizations nothing is known of, the commonest first. */
export const patterns: readonly (readonly [pattern: Pattern, share: number])[] = Object.entries(table) as [
  Pattern,
  number,
][]

/** Whether a text is one of the patterns. */
export function isPattern(text: string): text is Pattern {
  return Object.hasOwn(table, text)
}

/** Whether addresses of a pattern hold one name only, or but letters: others may well have the same. */
export function isOneName(pattern: Pattern): boolean {
  return pattern === '{first}' || pattern === '{last}' || pattern === '{f}{l}'
}

// Undefined where the pattern wants a middle name and the person has none.
function writePattern(
  pattern: Pattern,
  { first, last, middle }: { first: string; last: string; middle?: string | undefined },
): string | undefined {
  if (pattern.includes('{m}') && middle === undefined) return undefined
  return pattern
    .replace('{first}', first)
    .replace('{last}', last)
    .replace('{f}', first.charAt(0))
    .replace('{l}', last.charAt(0))
    .replace('{m}', middle ?? '')
}

/** Shapes that only one common pattern has. Names without anything between them could be any. */
const shapes: readonly (readonly [RegExp, Pattern])[] = [
  [/^[a-z]\.[a-z-]{2,}$/, '{f}.{last}'],
  [/^[a-z]_[a-z]{2,}$/, '{f}_{last}'],
  [/^[a-z]{2,}\.[a-z]$/, '{first}.{l}'],
  [/^[a-z-]{2,}\.[a-z]\.[a-z-]{2,}$/, '{first}.{m}.{last}'],
  [/^[a-z-]{2,}\.[a-z-]{2,}$/, '{first}.{last}'],
  [/^[a-z]{2,}_[a-z]{2,}$/, '{first}_{last}'],
]

/**
 * The pattern behind a local part. With the name of its owner it is notified by that; without, only where its shape leaves no
 * doubt worth the name. Undefined where nothing can be determined.
 */
export function patternOf(local: string, owner?: PersonName): Pattern | undefined {
  const small = local.toLowerCase()
  if (owner === undefined) return shapes.find(([shape]) => shape.test(small))?.[1]
  const name = readName(owner)
  if ('unreadable' in name) return undefined
  return patterns.find(([pattern]) => spell(pattern, name).some(({ local: spelled }) => spelled === small))?.[0]
}

/** What a pattern makes of one spelling of a name; `rank` 0 is the likeliest spelling. */
export interface Spelled {
  readonly local: string
  readonly rank: number
}

/** Everything a pattern makes of a name. */
export function spell(pattern: Pattern, { firsts, lasts, middle }: NameParts): Spelled[] {
  return firsts.flatMap((first, one) =>
    lasts.flatMap((last, other) => {
      const local = writePattern(pattern, { first, last, middle })
      return local === undefined ? [] : [{ local, rank: one + other }]
    }),
  )
}
