/** Notes that so many pieces of work are done, each of which has left something behind. */
export type Sweep = (pieces: number) => void

/**
 * Has all garbage collected whenever so many pieces of work are done. What lives for a tenth of a second, as a question to a
 * mail server does, outlives the quick collections; the thorough one comes by itself only when the heap has doubled, for which
 * the engine does not count what hangs on dead objects elsewhere: sockets, text, statements. The process stands still
 * meanwhile, for about a millisecond for each megabyte that lives.
 */
export function createSweep(every: number, collect: () => void = () => Bun.gc(true)): Sweep {
  let since = 0
  return (pieces) => {
    since += pieces
    if (since < every) return
    since = 0
    collect()
  }
}
