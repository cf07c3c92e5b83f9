import type { Exchange, Exchanged } from './budget.ts'
import type { Turn, Window } from './window.ts'

/** What a leased window is made from. All times in milliseconds. */
export interface LeaseDeps {
  readonly max: number
  readonly windowMs: number
  /** How long what was begun may go on before the books are notified that it does. */
  readonly leaseMs: number
  readonly now: () => number
  /** Speaks with the books that all processes share. */
  readonly exchange: (exchange: Exchange) => Promise<Exchanged>
  /** Hears that it may be worth asking `waitMs` again. */
  readonly onChange: () => void
  readonly onFault: (error: unknown) => void
}

/** Tokens that were taken together. */
interface Lease {
  readonly id: string
  readonly bornMs: number
  free: number
  running: number
  used: number
  endedMs: number
  isClosed: boolean
}

/** Leases are of this part of the whole, so that several processes have some, and are given back after this part of the window. */
const [shareOfAll, shareOfWindow] = [1 / 8, 1 / 60]
const [minMs, maxMs] = [50, 1000]
/** How soon the books are queried again when they could not be. */
const faultMs = 1000

/** For how long a lease is used, for a window of this length: what it holds counts for all until it is given back. */
export function leaseUseMs(windowMs: number): number {
  return Math.min(maxMs, Math.max(minMs, windowMs * shareOfWindow))
}

/** A window that several processes share: each takes some of its places at a time, and says when it is done with them. */
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

  /** Tells the books what is over. What still runs is given back by its time. */
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

  /** Settles what is over, and takes new places where some are wanted. */
  #exchange(min?: number): void {
    const { exchange, max, now, onChange, onFault, windowMs } = this.#parts
    const current = this.#current
    // What is left of it goes back with it, or is too little.
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
        // Told again: what was heard all the same has no open grant any more, or counts twice.
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

  /** Reports by the clock what nobody requests any more. */
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

/** What the books should know of it; what was notified counts no more here. */
function report(lease: Lease, nowMs: number): Exchange['ended'][number] {
  const { endedMs, id, running, used } = lease
  lease.used = 0
  return { id, used, agoMs: nowMs - endedMs, left: running }
}

function isOver({ isClosed, running }: Lease): boolean {
  return isClosed && running === 0
}
