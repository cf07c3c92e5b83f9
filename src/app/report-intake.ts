import { type ReportEvent, createDelivery } from '../deliverability/reports/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import { type WorkerPool, movable } from '../platform/jobs/index.ts'
import type { IntakeDeps } from '../surfaces/dmarc/index.ts'

/** Reads reports in worker threads, so that a large one does not block the event loop. */
export function reportReader(workers: WorkerPool, vault: Pick<Vault, 'sign'>): IntakeDeps['readReports'] {
  const redactionKey = vault.sign('redaction of failure reports')
  return ({ bytes, name }, sink, { work, ...options }) => {
    const deliver = createDelivery(sink)
    return workers
      .forCaller(work)
      .runEmitting(
        'readReports',
        { input: movable(bytes), ...(name === undefined ? {} : { name }), ...options, redactionKey },
        (event) => deliver(event as ReportEvent),
      )
  }
}
