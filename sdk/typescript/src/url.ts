import { ConfigurationError } from './errors.ts'
import type { Operation, Parameters } from './operation.ts'

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Throws for a parameter of the path that is missing, or that would change the path. */
export function urlOf(baseUrl: string, operation: Operation, parameters: Parameters): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(operation, name, parameters[name]))
  const names = operation.body === undefined ? Object.keys(parameters) : (operation.query ?? [])
  const inPath = pathNames(operation)
  const pairs = names.filter((name) => !inPath.includes(name)).flatMap((name) => pairsOf(name, parameters[name]))
  return `${baseUrl}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

export function pathNames({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function segmentOf(operation: Operation, name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (text !== '' && text !== '.' && text !== '..') return encode(text)
  throw new ConfigurationError(
    'INVALID_ARGUMENT',
    `${operation.id} requires ${name}: a text that is not empty, . or ..`,
  )
}

/** Lists repeat the name, maps have their keys in brackets. */
function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each: unknown) => pairsOf(name, each))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => pairsOf(`${name}[${key}]`, each as unknown))
  return [`${encode(name)}=${encode(String(value))}`]
}
