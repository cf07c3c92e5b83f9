/**
 * What is cached of a subscription's answers, as a value. `closed`: deliveries flow. `open`: nothing is sent before
 * `until`; after that the next answer decides, which is called half-open.
 */
export type Breaker =
  | { readonly mode: 'closed'; readonly streak: number; readonly window: readonly Slot[] }
  | { readonly mode: 'open'; readonly until: number; readonly pauseMs: number }

/** Answers of half a minute. */
interface Slot {
  readonly number: number
  readonly total: number
  readonly failed: number
}

/** How one attempt ended, epoch milliseconds. */
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
/** By how much a clock may be put back before its pauses no longer count. */
const toleratedMs = 60_000

/** A subscription of which nothing bad is known. */
export const healthy: Breaker = { mode: 'closed', streak: 0, window: [] }

/** Whether deliveries flow, wait, or one may try. */
export function modeOf(breaker: Breaker, nowMs: number): 'closed' | 'open' | 'half-open' {
  if (breaker.mode === 'closed') return 'closed'
  return isOpenAt(breaker, nowMs) ? 'open' : 'half-open'
}

/** When the pause ends or ended, epoch milliseconds; undefined without one. */
export function pauseEnd(breaker: Breaker, nowMs: number): number | undefined {
  if (breaker.mode === 'closed') return undefined
  // One that ends later than a whole pause from now was begun by a clock that was ahead.
  return breaker.until > nowMs + breaker.pauseMs + toleratedMs ? undefined : breaker.until
}

function isOpenAt(breaker: Breaker, nowMs: number): boolean {
  return nowMs < (pauseEnd(breaker, nowMs) ?? nowMs)
}

/**
 * The breaker after one more answer. It opens after 10 failures in a row, or when at least 70 % of at least 10 answers in
 * 5 minutes failed; for 30 s at first, twice as long after each failed probe, 10 minutes at most. A good probe closes it.
 */
export function judge(breaker: Breaker, verdict: Verdict): Breaker {
  if (breaker.mode === 'open') {
    // Was on its way when the breaker opened.
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
