import { Kind, type TSchema } from '@sinclair/typebox'
import type { SchemaCheck } from '../../../kernel/validation/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import type { Query, QueryValue } from '../operation-input.ts'
import { checkOf, readIssues } from '../../../kernel/validation/index.ts'

/**
 * Parses a query string: names of the schema, once each unless they are lists, integers and booleans converted from text. Other names are refused,
 * or ignored if the schema has `additionalProperties: true`.
 */
export type QueryReader = (search: string) => Query

type Parameter = {
  /** Written as `name[key]=value`, once for each key. */
  isRecord: boolean
  convert: (text: string) => QueryValue
  many: boolean
  fallback: QueryValue | QueryValue[] | undefined
}

/** A reader for one operation. Without a schema every parameter is refused. Fails with VALIDATION_FAILED. */
export function createQueryReader(schema: TSchema | undefined): QueryReader {
  const parameters = new Map<string, Parameter>()
  for (const [name, member] of Object.entries(propertiesOf(schema))) parameters.set(name, parameterOf(member))
  const defaults = [...parameters].filter(([, parameter]) => parameter.fallback !== undefined)
  const isOpen = schema?.['additionalProperties'] === true
  let needsCheck: boolean | undefined

  return (search) => {
    if (search === '') {
      const query = defaults.length === 0 ? {} : Object.fromEntries(defaultsOf(defaults))
      needsCheck ??= schema !== undefined && !checkOf(schema).Check(query)
      if (!needsCheck) return query
    }
    const { query, issues } = readPairs(search, parameters, isOpen)
    for (const [name, value] of defaultsOf(defaults)) query[name] ??= value
    if (issues.length > 0) refuse(issues)
    if (schema !== undefined && !checkOf(schema).Check(query)) refuse(issuesOf(checkOf(schema), query))
    return query
  }
}

function readPairs(
  search: string,
  parameters: Map<string, Parameter>,
  isOpen: boolean,
): { query: Query; issues: Issue[] } {
  const query: Query = {}
  const issues: Issue[] = []
  for (const pair of search.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const written = decode(at === -1 ? pair : pair.slice(0, at))
    const { name, key } = namesOf(written, parameters)
    const parameter = parameters.get(name)
    if (parameter === undefined) {
      if (!isOpen) issues.push({ path: pointer(written), message: unknownParameter(parameters) })
      continue
    }
    const value = parameter.convert(at === -1 ? '' : decode(pair.slice(at + 1)))
    const before = query[name]
    if (parameter.isRecord) {
      if (key === undefined) issues.push({ path: pointer(name), message: `Write it as ${name}[key]=value.` })
      else query[name] = { ...(before as Record<string, string> | undefined), [key]: String(value) }
      continue
    }
    if (parameter.many) query[name] = Array.isArray(before) ? [...before, value] : [value]
    else if (before === undefined) query[name] = value
    else issues.push({ path: pointer(name), message: 'Must not be repeated.' })
  }
  return { query, issues }
}

/** The key is defined for a record written as `name[key]`. */
function namesOf(written: string, parameters: Map<string, Parameter>): { name: string; key?: string } {
  const open = written.indexOf('[')
  if (open <= 0 || !written.endsWith(']')) return { name: written }
  const name = written.slice(0, open)
  return parameters.get(name)?.isRecord === true ? { name, key: written.slice(open + 1, -1) } : { name: written }
}

function* defaultsOf(parameters: [string, Parameter][]): Iterable<[string, QueryValue | QueryValue[]]> {
  for (const [name, { fallback }] of parameters) if (fallback !== undefined) yield [name, fallback]
}

function refuse(issues: Issue[]): never {
  fail('VALIDATION_FAILED', { detail: 'Correct the query parameters listed in issues.', issues })
}

// The only value of a list is the parameter itself to the caller.
function issuesOf(check: SchemaCheck, query: Query): Issue[] {
  return readIssues(check.Errors(query)).map(({ path, message }) => {
    const [, name = ''] = path.split('/')
    const values = query[name]
    const isOnly = Array.isArray(values) && values.length === 1 && path === `/${name}/0`
    return { path: isOnly ? `/${name}` : path, message }
  })
}

function parameterOf(schema: TSchema): Parameter {
  const fallback = schema.default as QueryValue | QueryValue[] | undefined
  if (schema[Kind] === 'Array') return { ...parameterOf(schema['items'] as TSchema), many: true, fallback }
  return { convert: converterOf(schema), many: false, fallback, isRecord: schema[Kind] === 'Record' }
}

const asText = (text: string): QueryValue => text

function converterOf(schema: TSchema): (text: string) => QueryValue {
  switch (schema[Kind]) {
    case 'Integer':
      return (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
    case 'Number':
      return (text) => (/^-?\d{1,15}(\.\d{1,20})?(e-?\d{1,2})?$/.test(text) ? Number(text) : text)
    case 'Boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text)
    default:
      return asText
  }
}

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema?.['properties'] as Record<string, TSchema> | undefined) ?? {}
}

// `checkTarget` has already verified the percent-encoded UTF-8; a plus is a space, as HTML forms write it.
function decode(text: string): string {
  return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

function pointer(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100)}`
}

function unknownParameter(parameters: Map<string, Parameter>): string {
  if (parameters.size === 0) return 'This operation takes no query parameters.'
  return `Unknown parameter; this operation takes ${[...parameters.keys()].join(', ')}.`
}
