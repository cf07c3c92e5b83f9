/** Methods whose repetition has no further effect (RFC 9110, 9.2.2). */
const idempotentMethods: readonly string[] = ['GET', 'HEAD', 'PUT', 'DELETE']

/** Statuses of requests that had no effect, whatever their method. */
const refusedStatuses: readonly number[] = [429]
const transientStatuses: readonly number[] = [408, 500, 502, 503, 504]

const firstDelay = 500
const maxDelay = 8_000
/** A longer `Retry-After`, in seconds, is left to the caller. */
const maxRetryAfter = 60

export function isIdempotent(method: string, hasIdempotencyKey: boolean): boolean {
  return idempotentMethods.includes(method) || hasIdempotencyKey
}

export function isTransient(status: number, code: string, isRepeatable: boolean): boolean {
  if (refusedStatuses.includes(status) || code === 'IDEMPOTENCY_IN_PROGRESS') return true
  return isRepeatable && transientStatuses.includes(status)
}

/** Milliseconds before the next attempt, or undefined if the service requires a wait that is too long. `jitter` is 0 to 1. */
export function retryDelay(attempt: number, retryAfter: number | undefined, jitter: number): number | undefined {
  if (retryAfter === undefined) return jitter * Math.min(maxDelay, firstDelay * 2 ** attempt)
  return retryAfter > maxRetryAfter ? undefined : retryAfter * 1000 + jitter * firstDelay
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const fixdate = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/
const rfc850 = /^[A-Z][a-z]{5,8}, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/
const asctime = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/

/** Seconds of a `Retry-After`, which is a number of seconds or a date in one of the forms of HTTP (RFC 9110, 5.6.7). */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const time = parseHttpDate(text, now)
  return time === undefined ? undefined : Math.max(0, (time - now) / 1000)
}

function parseHttpDate(text: string, now: number): number | undefined {
  const long = fixdate.exec(text)
  if (long) return timeOf(long[3], long[2], long[1], long.slice(4))
  const short = rfc850.exec(text)
  if (short) return timeOf(String(wholeYear(Number(short[3]), now)), short[2], short[1], short.slice(4))
  const plain = asctime.exec(text)
  return plain ? timeOf(plain[6], plain[1], plain[2], plain.slice(3, 6)) : undefined
}

/** Two digits that would be more than 50 years ahead are of the past century. */
function wholeYear(year: number, now: number): number {
  const current = new Date(now).getUTCFullYear()
  const whole = current - (current % 100) + year
  return whole > current + 50 ? whole - 100 : whole
}

function timeOf(year = '', month = '', day = '', clock: readonly string[] = []): number | undefined {
  const index = months.indexOf(month)
  const [hours = 0, minutes = 0, seconds = 0] = clock.map(Number)
  return index < 0 ? undefined : Date.UTC(Number(year), index, Number(day), hours, minutes, seconds)
}
