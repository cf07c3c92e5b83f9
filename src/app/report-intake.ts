import { type ReportEvent, createDelivery } from '../deliverability/reports/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import { type WorkerPool, movable } from '../platform/jobs/index.ts'
import { createSweep } from '../platform/memory/index.ts'
import type { IntakeDeps } from '../surfaces/dmarc/index.ts'

/** Events of large reports between two garbage collections, which run beside the event loop. */
const sweptEvents = 40

/** Reads reports in worker threads, so that a large one does not block the event loop. */
export function reportReader(workers: WorkerPool, vault: Pick<Vault, 'sign'>): IntakeDeps['readReports'] {
  const redactionKey = vault.sign('redaction of failure reports')
  const sweep = createSweep(sweptEvents, () => Bun.gc(false))
  return ({ bytes, name }, sink, { work, ...options }) => {
    const deliver = createDelivery(sink)
    return workers
      .forCaller(work)
      .runEmitting(
        'readReports',
        { input: movable(bytes), ...(name === undefined ? {} : { name }), ...options, redactionKey },
        (event) => {
          sweep(1)
          return deliver(event as ReportEvent)
        },
      )
  }
}
