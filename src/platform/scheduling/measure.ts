import type { Metrics } from '../metrics/index.ts'
import { type Partition, policies } from './partition.ts'

type Kind = Partition['kind']

/** Receives the outcome of work. */
export interface Recorder {
  started(kind: Kind, waitedMs: number): void
  refused(kind: Kind, why: 'full' | 'late'): void
}

export const silent: Recorder = { started: () => undefined, refused: () => undefined }

/** A recorder for metrics, labeled by kind of partition, never by project. */
export function recordTo(
  metrics: Metrics,
  queue: string,
  { running, waiting }: { running: () => number; waiting: (kind: Kind) => number },
): Recorder {
  const kinds = Object.keys(policies) as Kind[]
  metrics.gauge('svc_queue_running', 'Running tasks.', running, { queue })
  for (const partition of kinds) {
    const read = () => waiting(partition)
    metrics.gauge('svc_queue_waiting', 'Pieces of work that wait for a slot.', read, { queue, partition })
  }
  return {
    started(partition, waitedMs) {
      const labels = { queue, partition }
      metrics.histogram('svc_queue_wait_seconds', 'Time that work waited for a slot.', labels).observe(waitedMs / 1000)
    },
    refused(partition, reason) {
      const labels = { queue, partition, reason }
      metrics.counter('svc_queue_refused_total', 'Pieces of work that were refused.', labels).add()
    },
  }
}
