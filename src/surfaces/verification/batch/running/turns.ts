/** Concurrency limits: total, per group, and per domain of a group. */
export interface Width {
  readonly all: number
  readonly ofGroup: number
  readonly ofDomain: number
}

export interface TurnsDeps<T> {
  readonly signal: AbortSignal
  /** Called before each start: the limits may change. */
  width(): Width
  /** The key of domains that share a limit, such as the operator of their mail servers. Must not reject. */
  groupOf(domain: string): string | Promise<string>
  work(item: T): Promise<void>
  /** Subscribes to items that become ready later; they precede the remaining ones. Returns a function that unsubscribes. */
  later?(add: (domain: string, items: readonly T[]) => void): () => void
}

interface Domain<T> {
  readonly items: readonly T[]
  next: number
  running: number
}

interface Group<T> {
  /** Domains with items that may start, next one first. */
  waiting: Domain<T>[]
  running: number
  /** True while the group is queued. */
  isWaiting: boolean
}

/** Concurrent group lookups, and domains that may be looked up before their turn. */
const lookedUpAtOnce = 64
const maxAhead = 2000

/**
 * Processes the items of many domains concurrently: round-robin over groups, then over the domains of a group. The limits
 * per group and domain keep a slow one from blocking others. Group lookups run ahead while there is free capacity. The first
 * failure or the signal stops it, after running items have ended.
 */
export async function takeTurns<T>(
  byDomain: ReadonlyMap<string, readonly T[]>,
  { groupOf, later, signal, width, work }: TurnsDeps<T>,
): Promise<void> {
  const unknown = byDomain.entries()
  const added: (readonly [string, readonly T[]])[] = []
  const groups = new Map<string, Group<T>>()
  const turn: Group<T>[] = []
  const failures: unknown[] = []
  let [running, lookedUp, ahead, hasMore] = [0, 0, 0, true]
  let wake = () => {}

  const queue = (group: Group<T>) => {
    if (group.isWaiting || group.waiting.length === 0 || group.running >= width().ofGroup) return
    group.isWaiting = true
    turn.push(group)
  }
  const lookUp = async (domain: string, items: readonly T[]) => {
    const key = await groupOf(domain)
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = { waiting: [], running: 0, isWaiting: false }))
    group.waiting.push({ items, next: 0, running: 0 })
    queue(group)
  }
  const nextUnknown = () => {
    const { done, value } = unknown.next()
    if (done === true) hasMore = false
    return done === true ? undefined : value
  }
  const resolveAhead = () => {
    const next = added.shift() ?? nextUnknown()
    if (next === undefined) return
    lookedUp++
    ahead++
    const [domain, items] = next
    void lookUp(domain, items)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        lookedUp--
        wake()
      })
  }
  const start = (group: Group<T>, domain: Domain<T>, item: T) => {
    if (domain.next === 1) ahead--
    running++
    group.running++
    domain.running++
    // A domain with remaining items goes to the end of its group.
    const isOpen = () => domain.next < domain.items.length && domain.running < width().ofDomain
    const wasOpen = isOpen()
    if (wasOpen) group.waiting.push(domain)
    void work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        const isBack = domain.next < domain.items.length && domain.running >= width().ofDomain
        running--
        group.running--
        domain.running--
        if (isBack && !group.waiting.includes(domain)) group.waiting.push(domain)
        queue(group)
        wake()
      })
  }
  const startNext = () => {
    const group = turn.shift()
    if (group === undefined) return false
    group.isWaiting = false
    const domain = group.waiting.shift()
    const item = domain?.items[domain.next++]
    if (domain !== undefined && item !== undefined) start(group, domain, item)
    queue(group)
    return true
  }

  const endLater = later?.((domain, items) => {
    added.push([domain, items])
    wake()
  })
  for (;;) {
    const isOver = signal.aborted || failures.length > 0
    while (!isOver && running < width().all && startNext());
    const mayResolveAhead = () => added.length > 0 || (hasMore && running < width().all && ahead < maxAhead)
    while (!isOver && lookedUp < lookedUpAtOnce && mayResolveAhead()) resolveAhead()
    const isEmpty = turn.length === 0 && added.length === 0 && !hasMore
    if (running === 0 && lookedUp === 0 && (isOver || isEmpty)) break
    await new Promise<void>((resolve) => (wake = resolve))
  }
  endLater?.()
  if (failures.length > 0) throw failures[0]
}
