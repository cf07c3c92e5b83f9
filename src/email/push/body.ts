import { PushFailure } from './failure.ts'

/** Reads a path of JSON objects; undefined for anything else. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** Empty if there is no list at the path. */
export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const found = member(value, ...path)
  return Array.isArray(found) ? (found as unknown[]) : []
}

/** Undefined if there is no text at the path. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = member(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Milliseconds since epoch, from a date as text or Unix seconds. */
export function momentAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = member(value, ...path)
  const at = typeof found === 'number' ? found * 1000 : typeof found === 'string' ? Date.parse(found) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/**
 * The id of a created template, number or text. A successful response without an id throws an uncertain PushFailure.
 */
export function madeId(name: string, body: unknown, ...path: readonly string[]): string {
  const found = member(body, ...path)
  if ((typeof found === 'string' && found !== '') || typeof found === 'number') return String(found)
  throw new PushFailure('garbled', `${name} created a template without returning its id.`, { isUncertain: true })
}

/** The URL of a stored image. A successful response without a URL throws a PushFailure. */
export function storedUrl(name: string, body: unknown, ...path: readonly string[]): string {
  const address = textAt(body, ...path)
  if (address !== undefined && URL.canParse(address)) return address
  throw new PushFailure('garbled', `${name} stored an image without returning its URL.`)
}

/** False if the request fails because the template does not exist. */
export async function exists(attempt: Promise<unknown>, isMissing = isMissingStatus): Promise<boolean> {
  try {
    await attempt
    return true
  } catch (error) {
    if (error instanceof PushFailure && isMissing(error)) return false
    throw error
  }
}

function isMissingStatus({ kind }: PushFailure): boolean {
  return kind === 'missing'
}

/** Lower-case letters, digits and hyphens, for providers that use names in URLs; `key` if nothing remains. */
export function slugOf(name: string, key: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  return slug === '' ? key.toLowerCase().replaceAll('_', '-') : slug
}
