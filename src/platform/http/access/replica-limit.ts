import { limits } from '../../../kernel/limits.ts'
import { type Quota, type Rate, type TakeOptions, quotaOf } from './rate-limit.ts'

/** Calls of one bucket in one window, not yet added to the shared counters. */
export type Counted = { bucket: string; windowStart: number; calls: number }

/** Adds calls to the shared counters and returns the totals in the same order. */
export type AddCounts = (counts: readonly Counted[]) => Promise<number[]>

/** As RateLimiter; what other replicas counted may have to be requested first. */
export type SharedLimiter = {
  readonly rate: Rate
  take(bucket: string, nowMs: number, options?: Pick<TakeOptions, 'rate'>): Quota | Promise<Quota>
}

type Window = {
  start: number
  seconds: number
  /** Calls that the other replicas may not know of. */
  maxUnreported: number
  /** Calls here, those of them that storage was notified, and calls of the other replicas as far as they are current. */
  own: number
  sent: number
  others: number
  /** Time of the last exchange, and the exchange in progress. */
  exchangedAtMs: number
  exchanging: Promise<void> | undefined
}

export type SharedOptions = {
  /** Milliseconds between two exchanges while there are calls. After this time the counts of other replicas are stale. */
  exchangeEveryMs?: number
  /** Milliseconds that a call waits for the counts of other replicas. */
  timeoutMs?: number
}

/** Share of the rate that one replica may count before it reports to storage at once. */
const unreportedShare = 0.05

/**
 * A limiter whose counts are shared by replicas through storage. A rate below one call a second is exact: each call is
 * counted there before it is decided. For other rates, counts are exchanged every second while there are calls, and at once
 * when a replica has counted a twentieth of the rate. A call after a pause waits for the counts of the other replicas. A
 * project thus exceeds its rate at most by the calls that the other replicas admit within a second. Windows are aligned to
 * the clock on all replicas. If storage does not respond, each replica continues with its last known counts.
 */
export function createSharedLimiter(
  rate: Rate,
  add: AddCounts,
  { exchangeEveryMs = 1000, timeoutMs = limits.rateExchangeMs }: SharedOptions = {},
): SharedLimiter {
  const windows = new Map<string, Window>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let failedAtMs = Number.NEGATIVE_INFINITY

  async function exchange(due: readonly [string, Window][]): Promise<void> {
    const sent = due.map(([bucket, window]) => {
      const calls = window.own - window.sent
      window.sent = window.own
      return { count: { bucket, windowStart: window.start, calls }, window, calls, upTo: window.own }
    })
    const totals = await add(sent.map(({ count }) => count)).catch(() => undefined)
    const now = Date.now()
    if (totals === undefined) failedAtMs = now
    for (const [at, { window, calls, upTo }] of sent.entries()) {
      if (totals === undefined) window.sent -= calls
      window.others = Math.max(window.others, (totals?.[at] ?? 0) - upTo)
      window.exchangedAtMs = now
    }
  }

  /** Exchanges the counts of one window, one exchange at a time, and once more if many calls came meanwhile. */
  function exchangeOne(bucket: string, window: Window): Promise<void> {
    window.exchanging ??= exchange([[bucket, window]]).then(() => {
      window.exchanging = undefined
      if (mustReport(window) && window.exchangedAtMs > failedAtMs) void exchangeOne(bucket, window)
    })
    return window.exchanging
  }

  /** Resolves when all calls counted so far are in storage, or the write failed. */
  async function report(bucket: string, window: Window): Promise<void> {
    const isRunning = window.exchanging !== undefined
    await exchangeOne(bucket, window)
    // The exchange in progress did not include the last call.
    if (isRunning) await exchangeOne(bucket, window)
  }

  function mustReport({ own, sent, maxUnreported }: Window): boolean {
    return own - sent >= maxUnreported
  }

  function evictEnded(nowMs: number): void {
    for (const [bucket, window] of windows) if (endOf(window) <= nowMs) windows.delete(bucket)
  }

  function schedule(): void {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      const unreported = [...windows].filter(([, window]) => window.own > window.sent)
      const reported = unreported.length === 0 ? Promise.resolve() : exchange(unreported)
      void reported.then(() => evictEnded(Date.now()))
    }, exchangeEveryMs)
    timer.unref()
  }

  return {
    rate,
    take(bucket, nowMs, { rate: limit = rate } = {}) {
      const { requests, seconds } = limit
      const start = nowMs - (nowMs % (seconds * 1000))
      let window = windows.get(bucket)
      if (window === undefined || window.start !== start || window.seconds !== seconds) {
        window = openWindow(start, seconds)
        windows.set(bucket, window)
      }
      const current = window
      current.maxUnreported = Math.max(1, Math.floor(requests * unreportedShare))
      const isSlow = requests < seconds
      const own = ++current.own
      const quota = () => quotaOf(limit, current.others + own, endOf(current))
      if (current.others + own > requests) {
        schedule()
        return quota()
      }
      const isUnknown = isSlow || Date.now() - current.exchangedAtMs > 2 * exchangeEveryMs
      if (isUnknown && Date.now() - failedAtMs > exchangeEveryMs)
        return within(report(bucket, current), timeoutMs).then(quota)
      if (mustReport(current)) void exchangeOne(bucket, current)
      schedule()
      return quota()
    },
  }
}

function openWindow(start: number, seconds: number): Window {
  const counts = { own: 0, sent: 0, others: 0, maxUnreported: 1 }
  return { ...counts, start, seconds, exchangedAtMs: Number.NEGATIVE_INFINITY, exchanging: undefined }
}

function endOf({ start, seconds }: Window): number {
  return start + seconds * 1000
}

/** Resolves when the work does, or after the timeout; a caller that timed out queries again later. */
function within(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  void work.finally(() => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
