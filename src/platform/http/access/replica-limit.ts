import { type Rate, type RateLimiter, quotaOf } from './rate-limit.ts'

/** Calls of one bucket in one window, to be added to what all replicas counted. */
export type Counted = { bucket: string; windowStart: number; calls: number }

/** Adds calls to the shared counters and answers the totals in the same order. */
export type AddCounts = (counts: readonly Counted[]) => Promise<number[]>

type Window = { start: number; total: number; unsent: number }

/**
 * A limiter whose counts are shared by replicas through storage. A call is decided from this replica's own count and the
 * total it last saw, and counts are exchanged every second while there are calls, so a project may exceed its rate by
 * what other replicas admit within that second. Windows are aligned to the clock, for all replicas alike. When storage
 * cannot be reached each replica goes on with its own count.
 */
export function createSharedLimiter(rate: Rate, add: AddCounts, exchangeEveryMs = 1000): RateLimiter {
  const windows = new Map<string, Window>()
  const windowMs = rate.seconds * 1000
  let timer: ReturnType<typeof setTimeout> | undefined

  async function exchange(): Promise<void> {
    const sent = [...windows].filter(([, window]) => window.unsent > 0)
    const counts = sent.map(([bucket, window]) => ({ bucket, windowStart: window.start, calls: window.unsent }))
    for (const [, window] of sent) {
      window.total += window.unsent
      window.unsent = 0
    }
    const totals = await add(counts).catch(() => undefined)
    sent.forEach(([, window], at) => (window.total = Math.max(window.total, totals?.[at] ?? 0)))
  }

  function forgetEnded(nowMs: number): void {
    for (const [bucket, window] of windows) if (window.start + windowMs <= nowMs) windows.delete(bucket)
  }

  function schedule(): void {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void exchange().then(() => forgetEnded(Date.now()))
    }, exchangeEveryMs)
    timer.unref()
  }

  return {
    rate,
    take(bucket, nowMs, cost = 1) {
      const start = nowMs - (nowMs % windowMs)
      let window = windows.get(bucket)
      if (window === undefined || window.start !== start) {
        window = { start, total: 0, unsent: 0 }
        windows.set(bucket, window)
      }
      window.unsent += cost
      schedule()
      return quotaOf(rate, window.total + window.unsent, start + windowMs)
    },
  }
}
