/**
 * Makes a place where those who finish wait for one another: every commit of the database costs as much as some twenty
 * deliveries. Who asks is let go with all others after `maxMs` at the latest, at once when nobody else will end soon.
 */
export function createGathering({
  maxMs,
  enough,
  isBusy,
}: {
  maxMs: number
  /** As many as these go at once. */
  enough: number
  /** True if someone else may end soon. */
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
