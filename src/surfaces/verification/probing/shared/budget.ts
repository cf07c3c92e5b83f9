/** Tokens leased to a process; `untilMs` is epoch milliseconds of the database clock. */
export interface Grant {
  readonly id: string
  readonly count: number
  readonly untilMs: number
  /** Open: the process may return it before `untilMs`. */
  readonly isOpen: boolean
}

export interface Exchange {
  /** Requested tokens, minimum and maximum; undefined for a mere report. */
  readonly wanted?: { readonly id: string; readonly min: number; readonly max: number }
  /** Closed grants: tokens used, milliseconds since the last use, and tokens still in use. */
  readonly ended: readonly {
    readonly id: string
    readonly used: number
    readonly agoMs: number
    readonly left: number
  }[]
  /** Ids of grants that stay open. */
  readonly kept: readonly string[]
}

/** Granted tokens, or the milliseconds until the next attempt. */
export type Exchanged = { readonly count: number } | { readonly waitMs: number }

/** Times in milliseconds. */
export interface BudgetTerms {
  readonly max: number
  readonly windowMs: number
  /** Maximum time that a grant of an unresponsive process counts as in use. */
  readonly leaseMs: number
  /** Delay before the next attempt while a grant may be returned at any moment. */
  readonly soonMs: number
}

/**
 * Computes the grants of a budget after an exchange. Tokens count until their grant has ended and a window has passed since;
 * a grant of a dead process counts as used until its expiry.
 */
export function settleBudget(
  grants: readonly Grant[],
  { ended, kept, wanted }: Exchange,
  { nowMs, terms }: { nowMs: number; terms: BudgetTerms },
): { grants: Grant[]; exchanged: Exchanged } {
  const { leaseMs, max, soonMs, windowMs } = terms
  const untilOfOpen = nowMs + leaseMs + windowMs
  const left = grants.flatMap((grant): Grant[] => {
    const end = grant.isOpen ? ended.find(({ id }) => id === grant.id) : undefined
    if (end !== undefined) {
      const past: Grant = { ...grant, count: end.used, untilMs: nowMs - end.agoMs + windowMs, isOpen: false }
      const left: Grant = { ...grant, count: end.left, untilMs: untilOfOpen }
      return [past, left].filter(({ count, untilMs }) => count > 0 && untilMs > nowMs)
    }
    if (grant.isOpen && kept.includes(grant.id)) return [{ ...grant, untilMs: untilOfOpen }]
    // A clock that was set back must not extend a grant beyond its maximum.
    const untilMs = Math.min(grant.untilMs, untilOfOpen)
    return untilMs > nowMs ? [{ ...grant, untilMs }] : []
  })
  if (wanted === undefined) return { grants: left, exchanged: { count: 0 } }
  const free = max - left.reduce((sum, { count }) => sum + count, 0)
  const min = Math.min(wanted.min, max)
  if (free < min) return { grants: left, exchanged: { waitMs: waitFor(left, min - free, { nowMs, soonMs }) } }
  const count = Math.min(free, Math.max(min, wanted.max))
  const grant = { id: wanted.id, count, untilMs: untilOfOpen, isOpen: true }
  return { grants: [...left, grant], exchanged: { count } }
}

function waitFor(
  grants: readonly Grant[],
  missing: number,
  { nowMs, soonMs }: { nowMs: number; soonMs: number },
): number {
  let [coming, untilMs] = [0, nowMs]
  for (const grant of grants.filter(({ isOpen }) => !isOpen).toSorted((one, other) => one.untilMs - other.untilMs)) {
    if (coming >= missing) break
    coming += grant.count
    untilMs = grant.untilMs
  }
  const waitMs = Math.max(1, untilMs - nowMs)
  if (coming < missing) return soonMs
  return grants.some(({ isOpen }) => isOpen) ? Math.min(waitMs, soonMs) : waitMs
}
