/**
 * Rates of webhooks: requests start in evenly spaced slots, which all replicas reserve in the database. What gets no slot
 * soon is due again when the next one is free, so a rate delays deliveries and drops none.
 */
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { lockSlots, updateSlot } from './slot-store.ts'

export interface Rate {
  requests: number
  seconds: number
}

/** Milliseconds before a slot at which it can be reserved. Deliveries wait that long in memory, others in the queue. */
const aheadMs = 100

export interface SlotRequest {
  webhookId: string
  rate: Rate
  /** Epoch milliseconds. */
  nowMs: number
}

/**
 * `waitMs` until the reserved slot; or, without one, `comeBackMs` until one can be reserved. `freeAt` is the time at which
 * the next slot can be reserved, epoch milliseconds.
 */
export type Reservation = { freeAt: number } & ({ waitMs: number } | { comeBackMs: number })

/** Reserves a slot. Simultaneous calls share one transaction. */
export function createSlots(store: Store): (request: SlotRequest) => Promise<Reservation> {
  type Waiting = { request: SlotRequest; resolve: (reservation: Reservation) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let isRunning = false

  async function reserveAll(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const reservations = await reserve(
          store,
          batch.map(({ request }) => request),
        )
        for (const [at, { resolve }] of batch.entries()) resolve(reservations[at] as Reservation)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      queueMicrotask(() => void reserveAll())
    })
}

function reserve(store: Store, requests: readonly SlotRequest[]): Promise<Reservation[]> {
  return store.tx(async (db) => {
    const nextAt = await lockSlots(
      db,
      requests.map(({ webhookId }) => webhookId),
    )
    const reservations: Reservation[] = []
    for (const [webhookId, own] of Map.groupBy(requests.entries(), ([, request]) => request.webhookId)) {
      const first = own[0]?.[1] as SlotRequest
      const { nextAt: after, reservations: each } = shareSlots(nextAt.get(webhookId) ?? 0, {
        ...first,
        count: own.length,
      })
      for (const [at, [index]] of own.entries()) reservations[index] = each[at] as Reservation
      await updateSlot(db, webhookId, after)
    }
    return reservations
  }, underLocks)
}

/** Slots from `nextAt` on, not in the past; those that are too far away are not reserved. */
export function shareSlots(
  nextAt: number,
  { count, nowMs, rate }: { count: number; nowMs: number; rate: Rate },
): { nextAt: number; reservations: Reservation[] } {
  const intervalMs = (rate.seconds * 1000) / rate.requests
  // A later slot was reserved with a lower rate, or before the clock was set back.
  const isValid = nextAt <= nowMs + aheadMs + intervalMs
  let next = isValid ? Math.max(nextAt, nowMs) : nowMs
  const waits: number[] = []
  while (waits.length < count && next <= nowMs + aheadMs) {
    waits.push(next - nowMs)
    next += intervalMs
  }
  const freeAt = next - aheadMs
  const reservations = Array.from({ length: count }, (_, at): Reservation => {
    const waitMs = waits[at]
    if (waitMs !== undefined) return { freeAt, waitMs }
    return { freeAt, comeBackMs: Math.max(freeAt - nowMs, 0) + (at - waits.length) * intervalMs }
  })
  return { nextAt: next, reservations }
}
