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

/** Attempts of one delivery, the first included. */
export const maxAttempts = retryDelaysMs.length + 1

/** Every wait is up to this share shorter or longer, so that deliveries which failed together do not return together. */
export const jitter = 0.2

const maxMs = limits.webhookRetryAfterHours * hourMs
const throttling: readonly number[] = [429, 503]

/**
 * Milliseconds that the receiver asks us to stay away, undefined when it does not. `Retry-After` counts on 429 and 503
 * only (RFC 6585 4, RFC 9110 15.6.4), as seconds or as an HTTP date (RFC 9110 10.2.3), and up to a day.
 */
export function requestedDelayMs(status: number, retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined || !throttling.includes(status)) return undefined
  const text = retryAfter.trim()
  const delayMs = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : readDate(text) - nowMs
  if (Number.isNaN(delayMs)) return undefined
  return Math.min(Math.max(delayMs, 0), maxMs)
}

// Only the three forms of an HTTP date begin with the name of a day; Date.parse alone would take "2" or "1.5" for a year.
function readDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN
}
