import type { Json } from '../document.ts'

/** How a language writes values. */
export interface Notation {
  words: { null: string; true: string; false: string }
  quote(text: string): string
  /** Around the items of a list, and of an object. */
  list: readonly [string, string]
  object: readonly [string, string]
  emptyObject: string
  indent: string
  member(name: string, value: string): string
}

const maxWidth = 60

/** The value on one line, or with one member or item a line if it is long. */
export function literal(value: Json, notation: Notation): string {
  if (value === null || typeof value === 'boolean') return notation.words[`${value}`]
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return notation.quote(value)
  if (Array.isArray(value))
    return enclose(
      value.map((each) => literal(each, notation)),
      notation.list,
      notation,
    )
  const members = Object.entries(value).map(([name, each]) => notation.member(name, literal(each, notation)))
  return members.length === 0 ? notation.emptyObject : enclose(members, notation.object, notation)
}

/** Values between brackets. */
export function enclose(
  items: readonly string[],
  [open, close]: readonly [string, string],
  { indent }: Pick<Notation, 'indent'>,
): string {
  const line = `${open}${items.join(', ')}${close}`
  if (line.length <= maxWidth && !line.includes('\n')) return line
  const lines = items.map((item) => `${indentText(item, indent)},\n`)
  return `${open.trim()}\n${lines.join('')}${close.trim()}`
}

export function indentText(text: string, indent: string): string {
  return text.replaceAll(/^(?=.)/gm, indent)
}
