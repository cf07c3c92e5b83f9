import { PushFailure } from './failure.ts'

/** A member of a JSON object; undefined for everything that has none. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** The list at a path; empty where there is none. */
export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const found = member(value, ...path)
  return Array.isArray(found) ? (found as unknown[]) : []
}

/** The text at a path. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = member(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The moment at a path, milliseconds since epoch, of a date as text or of Unix seconds. */
export function momentAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = member(value, ...path)
  const at = typeof found === 'number' ? found * 1000 : typeof found === 'string' ? Date.parse(found) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** The id at a path of what was made, number or text. A success that names none is a failure whose outcome is not known. */
export function madeId(name: string, body: unknown, ...path: readonly string[]): string {
  const found = member(body, ...path)
  if ((typeof found === 'string' && found !== '') || typeof found === 'number') return String(found)
  throw new PushFailure('garbled', `${name} made a template and did not say which.`, { isUncertain: true })
}

/** The address at a path of an image that was kept. A success that names none is a failure. */
export function keptAddress(name: string, body: unknown, ...path: readonly string[]): string {
  const address = textAt(body, ...path)
  if (address !== undefined && URL.canParse(address)) return address
  throw new PushFailure('garbled', `${name} kept a picture and did not say where.`)
}

/** Whether the attempt found what it is about; false where the provider says that there is none. */
export async function isThere(attempt: Promise<unknown>, isMissing = isMissingStatus): Promise<boolean> {
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

/** A name of lower-case letters, digits and hyphens, for what providers put into addresses; `key` where nothing is left. */
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
