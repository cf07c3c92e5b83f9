import { limits } from '../../../kernel/limits.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Milliseconds from the end of one attempt to the next, for attempts 2 to 10: 75 h 35 min 5 s in all. */
export const retryDelaysMs: readonly number[] = [
  5000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** Including the first attempt. */
export const maxAttempts = retryDelaysMs.length + 1

/**
 * Random share by which each delay is shortened or extended, so that deliveries that failed together are not retried
 * together.
 */
export const jitter = 0.2

const maxMs = limits.webhookRetryAfterHours * hourMs
const throttling: readonly number[] = [429, 503]

/**
 * Milliseconds of `Retry-After`; undefined if it does not apply. It counts on 429 and 503 only (RFC 6585 4, RFC 9110
 * 15.6.4), as seconds or as an HTTP date (RFC 9110 10.2.3), and up to a day.
 */
export function requestedDelayMs(status: number, retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined || !throttling.includes(status)) return undefined
  const text = retryAfter.trim()
  const delayMs = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : readDate(text) - nowMs
  if (Number.isNaN(delayMs)) return undefined
  return Math.min(Math.max(delayMs, 0), maxMs)
}

// All three forms of an HTTP date begin with a day name; Date.parse alone would read "2" or "1.5" as a year.
function readDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN
}
