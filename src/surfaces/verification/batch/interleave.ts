/** How many run at one time, in all and of one key. */
export interface Width {
  readonly all: number
  readonly ofKey: number
}

interface Queue<T> {
  readonly items: readonly T[]
  next: number
  running: number
  /** Waits for its turn among the others. */
  isWaiting: boolean
}

/**
 * Works on items of many keys side by side: keys take turns, and none has more than its share running, so that a slow one
 * holds up only itself. The first failure ends it, as does the signal; what runs then is waited for.
 */
export async function interleave<T>(
  byKey: ReadonlyMap<string, readonly T[]>,
  { signal, width }: { signal: AbortSignal; width: Width },
  work: (item: T) => Promise<void>,
): Promise<void> {
  let turn: Queue<T>[] = [...byKey.values()].map((items) => ({ items, next: 0, running: 0, isWaiting: true }))
  let later: Queue<T>[] = []
  let running = 0
  const failures: unknown[] = []
  let wake = () => {}

  const start = (queue: Queue<T>, item: T) => {
    running++
    queue.running++
    void work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        running--
        queue.running--
        wait(queue)
        wake()
      })
  }
  const wait = (queue: Queue<T>) => {
    if (queue.isWaiting || queue.next >= queue.items.length || queue.running >= width.ofKey) return
    queue.isWaiting = true
    later.push(queue)
  }

  for (;;) {
    const isOver = signal.aborted || failures.length > 0
    while (!isOver && running < width.all && turn.length + later.length > 0) {
      if (turn.length === 0) [turn, later] = [later.toReversed(), []]
      const queue = turn.pop()
      if (queue === undefined) break
      queue.isWaiting = false
      const item = queue.items[queue.next++]
      if (item !== undefined) start(queue, item)
      wait(queue)
    }
    if (running === 0) break
    await new Promise<void>((resolve) => (wake = resolve))
  }
  if (failures.length > 0) throw failures[0]
}
