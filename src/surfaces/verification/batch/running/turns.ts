/** How many run at one time: in all, of one group, and of one domain of it. */
export interface Width {
  readonly all: number
  readonly ofGroup: number
  readonly ofDomain: number
}

export interface TurnsDeps<T> {
  readonly signal: AbortSignal
  /** Asked again and again: it may change. */
  width(): Width
  /** What limits a domain together with others, such as who runs its mail servers. Must not reject. */
  groupOf(domain: string): string | Promise<string>
  work(item: T): Promise<void>
  /** Brings more while this goes on, which goes before what is left; answers how to have that end. */
  later?(add: (domain: string, items: readonly T[]) => void): () => void
}

interface Domain<T> {
  readonly items: readonly T[]
  next: number
  running: number
}

interface Group<T> {
  /** Those that may begin something; the first has its turn. */
  waiting: Domain<T>[]
  running: number
  /** Waits for its turn among the others. */
  isWaiting: boolean
}

/** Domains whose groups are looked up at one time, and domains that may be known before they have their turn. */
const lookedUpAtOnce = 64
const maxAhead = 2000

/**
 * Works on the items of many domains side by side: groups take turns, and in them their domains; none has more than its share
 * running, so that a slow one holds up only itself. Groups are found out as far ahead as there is space for more work. The
 * first failure ends it, as does the signal; what runs then is waited for.
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
    // What has space for more goes behind the others of its group.
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
