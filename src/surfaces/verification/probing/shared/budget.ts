/** Tokens that a process has, or had, until a moment of the database's clock, epoch milliseconds. */
export interface Grant {
  readonly id: string
  readonly count: number
  readonly untilMs: number
  /** In use: it may end, and its tokens with it, long before. */
  readonly isOpen: boolean
}

export interface Exchange {
  /** Tokens that it wants at least, and is happy to have; none where it only reports. */
  readonly wanted?: { readonly id: string; readonly min: number; readonly max: number }
  /** Grants that take nothing new: how often their tokens were used, the last one how long ago, and how many still are. */
  readonly ended: readonly {
    readonly id: string
    readonly used: number
    readonly agoMs: number
    readonly left: number
  }[]
  /** Grants that are in use as they were. */
  readonly kept: readonly string[]
}

/** What an exchange came to: tokens, or how long to wait before asking again. */
export type Exchanged = { readonly count: number } | { readonly waitMs: number }

/** How much there is in all, and for how long. Milliseconds. */
export interface BudgetTerms {
  readonly max: number
  readonly windowMs: number
  /** How long a grant whose process says nothing more may still be in use. */
  readonly leaseMs: number
  /** How soon to ask again where a grant may end any moment. */
  readonly soonMs: number
}

/**
 * The books of a budget after an exchange. Tokens that are out count until their grant has ended and a window has passed
 * since; a grant of a process that died counts as if it had been used to its end.
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
    // A clock that was set back does not make anything count for longer than it can.
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
