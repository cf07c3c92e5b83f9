/** How a language writes values of JSON. */
export interface Notation {
  none: string
  boolean(value: boolean): string
  quote(text: string): string
  /** Around the members of an object, and before the value of one. */
  object: readonly [string, string]
  /** An object without members. */
  empty: string
  member(name: string, value: string): string
}

export const python: Notation = {
  none: 'None',
  boolean: (value) => (value ? 'True' : 'False'),
  quote: (text) => JSON.stringify(text),
  object: ['{', '}'],
  empty: '{}',
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
}

export const php: Notation = {
  none: 'null',
  boolean: String,
  quote: quotePhp,
  object: ['[', ']'],
  empty: 'new \\stdClass()',
  member: (name, value) => `${quotePhp(name)} => ${value}`,
}

export const ruby: Notation = {
  none: 'nil',
  boolean: String,
  quote: quoteRuby,
  object: ['{', '}'],
  empty: '{}',
  member: (name, value) => `${quoteRuby(name)} => ${value}`,
}

/** The value with one member or item a line. */
export function literal(value: unknown, notation: Notation, indent = ''): string {
  if (value === null || value === undefined) return notation.none
  if (typeof value === 'boolean') return notation.boolean(value)
  if (typeof value !== 'object') return typeof value === 'number' ? String(value) : notation.quote(String(value))
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    const items = value.map((each) => literal(each, notation, inner))
    return items.length === 0 ? '[]' : enclose(items, ['[', ']'], indent)
  }
  const members = Object.entries(value).map(([name, each]) => notation.member(name, literal(each, notation, inner)))
  return members.length === 0 ? notation.empty : enclose(members, notation.object, indent)
}

function enclose(items: readonly string[], [open, close]: readonly [string, string], indent: string): string {
  return `${open}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${close}`
}

function quotePhp(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function quoteRuby(text: string): string {
  return JSON.stringify(text).replaceAll('#{', '\\#{')
}
