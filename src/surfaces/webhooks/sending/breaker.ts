/**
 * State of the circuit breaker of a webhook. `closed`: deliveries are sent. `open`: nothing is sent before `until`; after
 * that the next response decides (half-open).
 */
export type Breaker =
  | { readonly mode: 'closed'; readonly streak: number; readonly window: readonly Slot[] }
  | { readonly mode: 'open'; readonly until: number; readonly pauseMs: number }

/** Responses within 30 seconds. */
interface Slot {
  readonly number: number
  readonly total: number
  readonly failed: number
}

/** Result of an attempt; `at` is epoch milliseconds. */
export interface Verdict {
  at: number
  isFailure: boolean
}

const slotMs = 30_000
const windowSlots = 10
const maxStreak = 10
const enough = 10
const worstShare = 0.7
const firstPauseMs = 30_000
const maxPauseMs = 600_000
/** If the clock was set back by more than this, a pause no longer applies. */
const toleratedMs = 60_000

/** Initial state. */
export const healthy: Breaker = { mode: 'closed', streak: 0, window: [] }

export function modeOf(breaker: Breaker, nowMs: number): 'closed' | 'open' | 'half-open' {
  if (breaker.mode === 'closed') return 'closed'
  return isOpenAt(breaker, nowMs) ? 'open' : 'half-open'
}

/** End of the pause, epoch milliseconds, also in the past; undefined without a pause. */
export function pauseEnd(breaker: Breaker, nowMs: number): number | undefined {
  if (breaker.mode === 'closed') return undefined
  // A pause that ends later than a whole pause from now was started while the clock was ahead.
  return breaker.until > nowMs + breaker.pauseMs + toleratedMs ? undefined : breaker.until
}

function isOpenAt(breaker: Breaker, nowMs: number): boolean {
  return nowMs < (pauseEnd(breaker, nowMs) ?? nowMs)
}

/**
 * Returns the state after one more response. Opens after 10 failures in a row, or if at least 70 % of at least 10 responses
 * in 5 minutes failed; for 30 s at first, doubled after each failed probe up to 10 minutes. A successful probe closes it.
 */
export function evaluate(breaker: Breaker, verdict: Verdict): Breaker {
  if (breaker.mode === 'open') {
    // The request was in flight when the breaker opened.
    if (isOpenAt(breaker, verdict.at)) return breaker
    return verdict.isFailure ? open(verdict.at, Math.min(breaker.pauseMs * 2, maxPauseMs)) : healthy
  }
  const window = addTo(breaker.window, verdict)
  const streak = verdict.isFailure ? breaker.streak + 1 : 0
  const isBad = verdict.isFailure && (streak >= maxStreak || isMostlyFailing(window))
  return isBad ? open(verdict.at, firstPauseMs) : { mode: 'closed', streak, window }
}

function open(nowMs: number, pauseMs: number): Breaker {
  return { mode: 'open', until: nowMs + pauseMs, pauseMs }
}

function addTo(window: readonly Slot[], { at, isFailure }: Verdict): Slot[] {
  const number = Math.floor(at / slotMs)
  const failed = isFailure ? 1 : 0
  const kept = window.filter((slot) => slot.number > number - windowSlots && slot.number !== number)
  const current = window.find((slot) => slot.number === number)
  return [...kept, { number, total: (current?.total ?? 0) + 1, failed: (current?.failed ?? 0) + failed }]
}

function isMostlyFailing(window: readonly Slot[]): boolean {
  const total = window.reduce((sum, slot) => sum + slot.total, 0)
  const failed = window.reduce((sum, slot) => sum + slot.failed, 0)
  return total >= enough && failed >= total * worstShare
}
