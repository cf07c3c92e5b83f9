import { Kind, type TSchema } from '@sinclair/typebox'
import { type Meaning, meaningOf } from '../properties.ts'

/** Key for a custom description of valid values. A symbol, so that it is not in the published JSON Schema. */
export const expects = Symbol('expects')

const ofMeaning: Record<Meaning, string> = {
  'rich-text': 'rich text: HTML such as <p>Hello</p>, or a list of paragraphs and lists',
  'tagged-text': 'a string, optionally with merge tags such as {{ first_name | default: "friend" }}',
  url: 'a URL such as https://example.com/, mailto:, tel:, sms:, #anchor, /cdn/… or a merge tag',
  color: 'a color such as #1a73e8, transparent or $color.primary',
  html: 'a string of HTML',
  'instant-or-path': 'an instant such as 2026-12-24T18:00:00Z, or the path of a date field',
}

/** Describes valid values for an error message: "a whole number from 0 to 200". */
export function expectation(schema: TSchema): string {
  const own = (schema as { [expects]?: string })[expects]
  if (own !== undefined) return own
  const meaning = meaningOf(schema)
  if (meaning !== undefined) return ofMeaning[meaning]
  switch (schema[Kind]) {
    case 'String':
      return `a text${lengths(schema)}${schema.pattern === undefined ? '' : ` that matches ${schema.pattern}`}`
    case 'Integer':
      return `a whole number${range(schema)}`
    case 'Number':
      return `a number${range(schema)}`
    case 'Boolean':
      return 'true or false'
    case 'Null':
      return 'null'
    case 'Literal':
      return JSON.stringify(schema.const)
    case 'Union':
      return alternatives((schema.anyOf as TSchema[]).map(expectation))
    case 'Array':
    case 'Tuple':
      return `a list${items(schema)}`
    case 'Object':
    case 'Record':
      return 'an object'
    default:
      return 'a value'
  }
}

function range({ minimum, maximum }: TSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

function lengths({ minLength, maxLength }: TSchema): string {
  if (minLength && maxLength !== undefined) return ` of ${minLength} to ${maxLength} characters`
  return maxLength === undefined ? '' : ` of at most ${maxLength} characters`
}

function items({ minItems, maxItems }: TSchema): string {
  if (minItems && minItems === maxItems) return ` of ${minItems} items`
  if (minItems && maxItems !== undefined) return ` of ${minItems} to ${maxItems} items`
  if (minItems) return ` of at least ${minItems} items`
  return maxItems === undefined ? '' : ` of at most ${maxItems} items`
}

function alternatives(words: readonly string[]): string {
  const quoted = words.every((word) => word.startsWith('"'))
  if (words.length === 1) return words[0] ?? ''
  if (quoted) return `one of ${words.map((word) => word.slice(1, -1)).join(', ')}`
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
