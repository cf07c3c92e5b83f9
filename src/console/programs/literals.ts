/** Values of JSON as literals of the languages of the client libraries, for samples of the reference and of the console. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

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

export const notations = {
  typescript: {
    words: { null: 'null', true: 'true', false: 'false' },
    quote: (text) =>
      text.includes("'") || text.includes('\n') ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`,
    list: ['[', ']'],
    object: ['{ ', ' }'],
    emptyObject: '{}',
    indent: '  ',
    member: (name, value) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${value}`,
  },
  python: {
    words: { null: 'None', true: 'True', false: 'False' },
    quote: (text) => JSON.stringify(text),
    list: ['[', ']'],
    object: ['{', '}'],
    emptyObject: '{}',
    indent: '    ',
    member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  },
  php: {
    words: { null: 'null', true: 'true', false: 'false' },
    quote: quotePhp,
    list: ['[', ']'],
    object: ['[', ']'],
    emptyObject: 'new \\stdClass()',
    indent: '    ',
    member: (name, value) => `${quotePhp(name)} => ${value}`,
  },
  ruby: {
    words: { null: 'nil', true: 'true', false: 'false' },
    quote: quoteRuby,
    list: ['[', ']'],
    object: ['{ ', ' }'],
    emptyObject: '{}',
    indent: '  ',
    member: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoteRuby(name)}: ${value}`,
  },
} as const satisfies Record<string, Notation>

/** Go has no literal of JSON: values of unknown type are `any`. */
export function goLiteral(value: Json): string {
  if (value === null) return 'nil'
  if (Array.isArray(value)) return enclose(value.map(goLiteral), ['[]any{', '}'], { indent: '\t' })
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${goLiteral(each)}`)
  return enclose(members, ['map[string]any{', '}'], { indent: '\t' })
}

function quotePhp(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const escaped = text.replaceAll(/["$\\]/g, String.raw`\$&`)
  return `"${escaped.replaceAll(/\p{Cc}/gu, (control) => (control === '\n' ? String.raw`\n` : `\\u{${control.charCodeAt(0).toString(16)}}`))}"`
}

function quoteRuby(text: string): string {
  return JSON.stringify(text).replaceAll('#{', '\\#{')
}
