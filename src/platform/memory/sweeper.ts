/** Reports completed steps of work, each of which has left garbage. */
export type Sweep = (pieces: number) => void

/**
 * Runs a full garbage collection after every `every` steps. Objects that live for a tenth of a second, such as an SMTP
 * conversation, survive the quick collections; the engine runs a full one only when the heap has doubled, and does not count
 * memory outside of the heap: sockets, text, statements. The collection blocks the process for about a millisecond for each
 * live megabyte.
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
