import type { DraftHeaders } from '../draft.ts'

/** The headers of a response in the form that the runtime wants. */
type WriteHeaders = (operationId: string, values: DraftHeaders) => Headers | Record<string, string>

type Last = { values: DraftHeaders; count: number; headers: Headers }

/**
 * Most headers of a response are those of the last one of its operation, and a Response copies Headers five times faster than
 * it reads an object. So each operation has one Headers object, in which only what differs is written. A caller must make its
 * Response before the next call.
 */
export function createWriteHeaders(): WriteHeaders {
  const lasts = new Map<string, Last>()
  return (operationId, values) => {
    // Cookies are credentials: they are not kept.
    if ('set-cookie' in values) return values as Record<string, string>
    const last = lasts.get(operationId)
    if (last !== undefined && change(last, values)) return last.headers
    const headers = new Headers(values as Record<string, string>)
    lasts.set(operationId, { values: { ...values }, count: Object.keys(values).length, headers })
    return headers
  }
}

/** False if the names differ. */
function change(last: Last, values: DraftHeaders): boolean {
  let count = 0
  for (const name in values) {
    if (last.values[name] === undefined) return false
    count++
  }
  if (count !== last.count) return false
  for (const name in values) {
    const value = values[name] as string | number
    if (last.values[name] === value) continue
    last.headers.set(name, String(value))
    last.values[name] = value
  }
  return true
}
