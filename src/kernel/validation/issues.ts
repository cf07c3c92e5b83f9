import { Kind, type TSchema } from '@sinclair/typebox'
import { type ValueError, type ValueErrorIterator, ValueErrorType } from '@sinclair/typebox/errors'
import type { Issue } from '../errors/index.ts'
import { limits } from '../limits.ts'
import { referenceMark, trimmedMark } from '../schema/index.ts'

const max = 50
const maxPathLength = 200

/** Validation issues of a value, each with a remedy. Values of the caller are never repeated. */
export function readIssues(errors: Iterable<ValueError>): Issue[] {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const error of errors) {
    for (const issue of issuesOf(error)) {
      // TypeBox reports a missing member twice: as required, and as a value of the wrong type.
      if (seen.has(issue.path)) continue
      seen.add(issue.path)
      issues.push({ path: issue.path.slice(0, maxPathLength), message: issue.message })
      if (issues.length === max) return issues
    }
  }
  return issues
}

function issuesOf(error: ValueError): Issue[] {
  if (error.type === ValueErrorType.Union) return unionIssues(error)
  return [{ path: error.path, message: messageOf(error) }]
}

/** Issues of the best matching variant of a union. */
function unionIssues(error: ValueError): Issue[] {
  const variants: TSchema[] = (error.schema['anyOf'] as TSchema[] | undefined) ?? []
  if (variants.every((variant) => 'const' in variant)) {
    const words = variants.map((variant) => String(variant['const']))
    return [{ path: error.path, message: `Must be one of: ${words.join(', ')}.` }]
  }
  const attempts = error.errors
    .map((errors: ValueErrorIterator) => readIssues(errors))
    .filter((issues) => issues.length > 0)
    .toSorted((a, b) => distance(a, error.path) - distance(b, error.path))
  const [best] = attempts
  if (best === undefined || best.some((issue) => issue.path === error.path)) {
    const kinds = [...new Set(variants.map(nameOf))]
    return [{ path: error.path, message: `Must be ${kinds.join(' or ')}.` }]
  }
  return best
}

/** A variant whose own type fails ranks below one with a wrong member. */
function distance(issues: Issue[], path: string): number {
  return issues.length + (issues.some((issue) => issue.path === path) ? 1000 : 0)
}

const shownNames = 20

function nameOf(schema: TSchema): string {
  if ('const' in schema) return JSON.stringify(schema['const'])
  const names: Record<string, string> = {
    Object: 'an object',
    Record: 'an object',
    Array: 'a list',
    String: 'text',
    Integer: 'an integer',
    Number: 'a number',
    Boolean: 'true or false',
    Null: 'null',
  }
  return names[schema[Kind]] ?? 'another value'
}

function messageOf({ type, schema }: ValueError): string {
  const bound = (name: string): string => String(schema[name])
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'This member is required.'
    case ValueErrorType.ObjectAdditionalProperties:
      return unknownMember(schema)
    case ValueErrorType.Object:
      return 'Must be an object.'
    case ValueErrorType.ObjectMinProperties:
      return fewMembers(schema)
    case ValueErrorType.ObjectMaxProperties:
      return `May have at most ${bound('maxProperties')} members.`
    case ValueErrorType.Array:
      return 'Must be a list.'
    case ValueErrorType.ArrayMinItems:
      return `Needs at least ${counted(bound('minItems'), 'item')}.`
    case ValueErrorType.ArrayMaxItems:
      return `May have at most ${counted(bound('maxItems'), 'item')}; send fewer.`
    case ValueErrorType.ArrayUniqueItems:
      return 'Must not contain the same item twice.'
    case ValueErrorType.String:
      return 'Must be text.'
    case ValueErrorType.StringMinLength:
      return schema['minLength'] === 1 ? 'May not be empty.' : `Needs at least ${bound('minLength')} characters.`
    case ValueErrorType.StringMaxLength:
      return `May have at most ${bound('maxLength')} characters; shorten it.`
    case ValueErrorType.StringPattern:
      return patternMessage(schema)
    case ValueErrorType.StringFormat:
      return schema['format'] === 'date-time'
        ? 'Must be a time like 2026-11-21T10:00:00.000Z.'
        : `Must be in the form ${bound('format')}.`
    case ValueErrorType.Integer:
      return 'Must be an integer.'
    case ValueErrorType.Number:
      return 'Must be a number.'
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `Must be at least ${bound('minimum')}.`
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `Must be at most ${bound('maximum')}.`
    case ValueErrorType.IntegerExclusiveMinimum:
    case ValueErrorType.NumberExclusiveMinimum:
      return `Must be more than ${bound('exclusiveMinimum')}.`
    case ValueErrorType.IntegerExclusiveMaximum:
    case ValueErrorType.NumberExclusiveMaximum:
      return `Must be less than ${bound('exclusiveMaximum')}.`
    case ValueErrorType.Boolean:
      return 'Must be true or false.'
    case ValueErrorType.Null:
      return 'Must be null.'
    case ValueErrorType.Literal:
      return `Must be ${bound('const')}.`
    case ValueErrorType.Never:
      return 'Not allowed.'
    default:
      return 'Does not fit the schema.'
  }
}

function fewMembers({ minProperties, properties = {} }: TSchema): string {
  const names = Object.keys(properties as object)
  return minProperties === 1 && names.length > 0 && names.length <= shownNames
    ? `Needs at least one of the members ${names.join(', ')}.`
    : `Needs at least ${counted(String(minProperties), 'member')}.`
}

function unknownMember(schema: TSchema): string {
  const [keys] = Object.keys((schema['patternProperties'] as object | undefined) ?? {})
  if (keys !== undefined) return `The name must match ${keys}.`
  const names = Object.keys((schema['properties'] as object | undefined) ?? {})
  if (names.length === 0 || names.length > shownNames) return 'There is no such member; remove it.'
  return `There is no such member; the members are ${names.join(', ')}.`
}

function patternMessage(schema: TSchema): string {
  if (trimmedMark in schema && referenceMark in schema)
    return `Needs a character that can be seen, no control characters, and at most ${limits.nameLength} characters.`
  if (trimmedMark in schema) return 'Needs a character that can be seen, and no control characters.'
  const pattern = String(schema['pattern'])
  const id = /^\^([a-z]{3}_)\[/.exec(pattern)
  if (id) return `Must be an id that starts with ${id[1]}.`
  if (referenceMark in schema)
    return `Must be an id that starts with ${pattern.slice(2, 6)}, or ext: and an external id.`
  if (pattern.startsWith('^(?!ext:)'))
    return 'Must not start with ext:, have the form of an id of this service (such as tpl_…), or contain control characters.'
  if (/^\^\[\^\\u0000-\\u001f[^\]]*\]\*\$$/.test(pattern)) return 'Must not contain control characters.'
  if (pattern.startsWith('^[^\\u0000-\\u001f')) return 'Must not be blank or contain control characters.'
  const examples = (schema['examples'] as unknown[] | undefined) ?? []
  return examples.length > 0 ? `Must be written like ${examples.join(' or ')}.` : `Must match ${pattern}.`
}

function counted(count: string, noun: string): string {
  return `${count} ${noun}${count === '1' ? '' : 's'}`
}
