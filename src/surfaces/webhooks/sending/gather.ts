/**
 * Groups finished deliveries into one transaction, because a commit costs as much as about twenty deliveries. The returned
 * function resolves after `maxMs` at the latest; it returns undefined if no other delivery is about to end.
 */
export function createGathering({
  maxMs,
  enough,
  isBusy,
}: {
  maxMs: number
  /** Group size that is released at once. */
  enough: number
  /** True if other deliveries may end soon. */
  isBusy: () => boolean
}): () => Promise<void> | undefined {
  let waiting: (() => void)[] = []
  let timer: Timer | undefined

  function release(): void {
    clearTimeout(timer)
    timer = undefined
    const released = waiting
    waiting = []
    for (const go of released) go()
  }

  return () => {
    if (waiting.length === 0 && !isBusy()) return undefined
    return new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length >= enough || !isBusy()) release()
      else timer ??= setTimeout(release, maxMs)
    })
  }
}
