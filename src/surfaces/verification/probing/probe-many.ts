import type { MailboxProbe } from '../../../deliverability/smtp/index.ts'
import type { ProbeMx, ProbeOptions, ProbeTarget } from './job.ts'
import type { Prober } from './prober.ts'

export interface ProbeItem {
  readonly target: ProbeTarget
  readonly mx: ProbeMx
  readonly triesBefore?: number
  /** Id of the project that verifies. */
  readonly project?: string
}

export interface ItemResult<T extends ProbeItem> {
  readonly item: T
  readonly probe: MailboxProbe
}

/** Queued items at a time: enough that every provider has one queued. */
const maxWaiting = 2000

/**
 * Probes many items and yields results as they complete, unordered. The source is read as slots become free, so it may be
 * infinite; the limits are those of the prober. Ends when the signal aborts, without the results of running probes.
 */
export async function* probeMany<T extends ProbeItem>(
  prober: Pick<Prober, 'probe'>,
  source: Iterable<T> | AsyncIterable<T>,
  { signal, width = maxWaiting }: { signal?: AbortSignal; width?: number } = {},
): AsyncGenerator<ItemResult<T>> {
  const done: ItemResult<T>[] = []
  let running = 0
  let wake = () => {}
  const start = (item: T) => {
    running++
    const options: ProbeOptions = {
      ...(signal === undefined ? {} : { signal }),
      ...(item.triesBefore === undefined ? {} : { triesBefore: item.triesBefore }),
      ...(item.project === undefined ? {} : { project: item.project }),
    }
    void prober.probe(item.target, item.mx, options).then((probe) => {
      running--
      done.push({ item, probe })
      wake()
    })
  }
  const changed = () => new Promise<void>((resolve) => (wake = resolve))
  for await (const item of source) {
    while (running >= width && signal?.aborted !== true) {
      if (done.length === 0) await changed()
      yield* done.splice(0)
    }
    if (signal?.aborted === true) return
    start(item)
    yield* done.splice(0)
  }
  while (running > 0 || done.length > 0) {
    if (done.length === 0) await changed()
    if (signal?.aborted === true) return
    yield* done.splice(0)
  }
}
