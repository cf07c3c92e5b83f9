import type { MailboxProbe } from '../../../deliverability/smtp/index.ts'
import type { ProbeMx, ProbeOptions, ProbeTarget } from './job.ts'
import type { Prober } from './prober.ts'

/** One of many. */
export interface ManyItem {
  readonly target: ProbeTarget
  readonly mx: ProbeMx
  readonly triesBefore?: number
  /** Id of the project that verifies. */
  readonly project?: string
}

export interface ManyResult<T extends ManyItem> {
  readonly item: T
  readonly probe: MailboxProbe
}

/** How many of them may wait for their turn at one time: enough that every provider has someone waiting. */
const maxWaiting = 2000

/**
 * Probes many, and gives each result as soon as there is one, in no order. The source is read as far as places get free, so
 * it may be endless; the limits are those of the prober. Ends early when the signal fires: what was begun is not given then.
 */
export async function* probeMany<T extends ManyItem>(
  prober: Pick<Prober, 'probe'>,
  source: Iterable<T> | AsyncIterable<T>,
  { signal, width = maxWaiting }: { signal?: AbortSignal; width?: number } = {},
): AsyncGenerator<ManyResult<T>> {
  const done: ManyResult<T>[] = []
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
