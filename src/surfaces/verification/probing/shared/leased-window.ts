import type { Exchange, Exchanged } from './budget.ts'
import type { Turn, Window } from './window.ts'

/** All times in milliseconds. */
export interface LeaseDeps {
  readonly max: number
  readonly windowMs: number
  /** Time after which running requests are reported to the shared budget. */
  readonly leaseMs: number
  readonly now: () => number
  /** Exchanges grants with the shared budget. */
  readonly exchange: (exchange: Exchange) => Promise<Exchanged>
  /** Called when `waitMs` may return a lower value. */
  readonly onChange: () => void
  readonly onFault: (error: unknown) => void
}

/** Tokens granted in one exchange. */
interface Lease {
  readonly id: string
  readonly bornMs: number
  free: number
  running: number
  used: number
  endedMs: number
  isClosed: boolean
}

/**
 * Share of all tokens in one lease, so that several processes get some, and share of the window after which it is returned.
 */
const [shareOfAll, shareOfWindow] = [1 / 8, 1 / 60]
const [minMs, maxMs] = [50, 1000]
/** Delay before the next exchange after a failed one. */
const faultMs = 1000

/** Milliseconds for which a lease is used: its tokens count for all processes until they are returned. */
export function leaseUseMs(windowMs: number): number {
  return Math.min(maxMs, Math.max(minMs, windowMs * shareOfWindow))
}

/** A rate window shared by processes: each leases tokens and reports their use. */
export class LeasedWindow implements Window {
  readonly #parts: LeaseDeps
  readonly #useMs: number
  readonly #leases = new Set<Lease>()
  #current: Lease | undefined
  #requestAtMs = 0
  #tightUntilMs = -Infinity
  #exchanging: Promise<void> | undefined
  #timer: Timer | undefined
  #isClosed = false

  constructor(parts: LeaseDeps) {
    this.#parts = parts
    this.#useMs = leaseUseMs(parts.windowMs)
  }

  waitMs(count: number): number {
    const now = this.#parts.now()
    const wanted = Math.min(count, this.#parts.max)
    if (this.#usable(now) >= wanted) return 0
    if (this.#exchanging !== undefined || this.#isClosed) return Infinity
    if (this.#requestAtMs > now) return this.#requestAtMs - now
    this.#exchange(wanted)
    return Infinity
  }

  get isTight(): boolean {
    return this.#parts.now() < this.#tightUntilMs
  }

  begin(wanted: number): Turn | undefined {
    const lease = this.waitMs(wanted) === 0 ? this.#current : undefined
    if (lease === undefined) return undefined
    const count = Math.min(wanted, this.#parts.max)
    lease.free -= count
    lease.running += count
    return { count, end: (real) => this.#end(lease, { count, real }) }
  }

  /** Reports ended leases. Running ones expire. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#exchanging
    if (this.#current !== undefined) this.#current.isClosed = true
    if ([...this.#leases].some(isOver)) this.#exchange()
    await this.#exchanging
  }

  #usable(now: number): number {
    const lease = this.#current
    if (lease === undefined || lease.isClosed) return 0
    lease.isClosed = now - lease.bornMs >= this.#useMs
    return lease.isClosed ? 0 : lease.free
  }

  #end(lease: Lease, { count, real }: { count: number; real: number }): void {
    lease.running -= count
    lease.used += real
    lease.free += Math.max(0, count - real)
    if (real > 0) lease.endedMs = this.#parts.now()
  }

  /** Reports ended leases, and requests new tokens if `min` is given. */
  #exchange(min?: number): void {
    const { exchange, max, now, onChange, onFault, windowMs } = this.#parts
    const current = this.#current
    // The remaining tokens are returned with this exchange, or are too few.
    if (current !== undefined && min !== undefined) current.isClosed = true
    const closed = [...this.#leases].filter(({ isClosed }) => isClosed)
    const open = [...this.#leases].filter(({ isClosed }) => !isClosed)
    const over = closed.filter(isOver)
    const id = crypto.randomUUID()
    const startedMs = now()
    const request: Exchange = {
      ended: closed.map((lease) => report(lease, startedMs)),
      kept: open.map((lease) => lease.id),
      ...(min === undefined ? {} : { wanted: { id, min, max: Math.ceil(max * shareOfAll) } }),
    }
    this.#exchanging = exchange(request)
      .then((exchanged) => {
        for (const lease of over) this.#leases.delete(lease)
        if (min === undefined) return
        if ('waitMs' in exchanged) {
          this.#requestAtMs = now() + exchanged.waitMs
          this.#tightUntilMs = now() + windowMs
        } else this.#take(id, exchanged.count)
      })
      .catch((error: unknown) => {
        this.#requestAtMs = now() + faultMs
        // Reported again with the next exchange: if the failed one arrived, the grant is closed already, or counts twice,
        // which is safe.
        for (const [index, lease] of closed.entries()) lease.used += request.ended[index]?.used ?? 0
        onFault(error)
      })
      .finally(() => {
        this.#exchanging = undefined
        this.#wakeLater()
        onChange()
      })
  }

  #take(id: string, count: number): void {
    const bornMs = this.#parts.now()
    this.#current = { id, bornMs, free: count, running: 0, used: 0, endedMs: bornMs, isClosed: false }
    this.#leases.add(this.#current)
  }

  /** Schedules a report of leases that no request touches any more. */
  #wakeLater(): void {
    clearTimeout(this.#timer)
    if (this.#leases.size === 0 || this.#isClosed) return
    const lasts = [...this.#leases].every(({ isClosed, running }) => isClosed && running > 0)
    this.#timer = setTimeout(
      () => this.#tidy(),
      lasts ? Math.min(this.#useMs * 2, this.#parts.leaseMs / 2) : this.#useMs,
    )
    this.#timer.unref()
  }

  #tidy(): void {
    const { leaseMs, now } = this.#parts
    this.#usable(now())
    const isDue = (lease: Lease) => isOver(lease) || now() - lease.bornMs > leaseMs / 2
    if (this.#exchanging === undefined && [...this.#leases].some(isDue)) this.#exchange()
    else this.#wakeLater()
  }
}

/** Report of a lease; reported uses are reset here. */
function report(lease: Lease, nowMs: number): Exchange['ended'][number] {
  const { endedMs, id, running, used } = lease
  lease.used = 0
  return { id, used, agoMs: nowMs - endedMs, left: running }
}

function isOver({ isClosed, running }: Lease): boolean {
  return isClosed && running === 0
}
