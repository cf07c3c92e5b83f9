import { type NameParts, type PersonName, readName } from './names.ts'

/**
 * Local parts as templates. The shares are estimates, because published counts contradict each other: a survey of the 2000s
 * has first initial and last name in front, current vendors first and last name with a dot. Learned counts outweigh them.
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

/** A template such as `{first}.{last}`. */
export type Pattern = keyof typeof table

/** Default shares of the patterns, most common first. */
export const patterns: readonly (readonly [pattern: Pattern, share: number])[] = Object.entries(table) as [
  Pattern,
  number,
][]

export function isPattern(text: string): text is Pattern {
  return Object.hasOwn(table, text)
}

/** Such addresses consist of one name or of initials, so that namesakes may have the same. */
export function isOneName(pattern: Pattern): boolean {
  return pattern === '{first}' || pattern === '{last}' || pattern === '{f}{l}'
}

// Undefined if the pattern needs a middle name and there is none.
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

/** Shapes that only one common pattern has. Names without a separator fit several patterns. */
const shapes: readonly (readonly [RegExp, Pattern])[] = [
  [/^[a-z]\.[a-z-]{2,}$/, '{f}.{last}'],
  [/^[a-z]_[a-z]{2,}$/, '{f}_{last}'],
  [/^[a-z]{2,}\.[a-z]$/, '{first}.{l}'],
  [/^[a-z-]{2,}\.[a-z]\.[a-z-]{2,}$/, '{first}.{m}.{last}'],
  [/^[a-z-]{2,}\.[a-z-]{2,}$/, '{first}.{last}'],
  [/^[a-z]{2,}_[a-z]{2,}$/, '{first}_{last}'],
]

/**
 * Detects the pattern of a local part: by the name of its owner if given, otherwise only if its shape is unambiguous.
 * Undefined if undetermined.
 */
export function patternOf(local: string, owner?: PersonName): Pattern | undefined {
  const small = local.toLowerCase()
  if (owner === undefined) return shapes.find(([shape]) => shape.test(small))?.[1]
  const name = readName(owner)
  if ('unreadable' in name) return undefined
  return patterns.find(([pattern]) => spell(pattern, name).some(({ local: spelled }) => spelled === small))?.[0]
}

/** A local part made from one spelling; `rank` 0 is the most likely spelling. */
export interface Spelled {
  readonly local: string
  readonly rank: number
}

/** All local parts that a pattern makes of a name. */
export function spell(pattern: Pattern, { firsts, lasts, middle }: NameParts): Spelled[] {
  return firsts.flatMap((first, one) =>
    lasts.flatMap((last, other) => {
      const local = writePattern(pattern, { first, last, middle })
      return local === undefined ? [] : [{ local, rank: one + other }]
    }),
  )
}
