import { type JobKind, defineJob, enqueueMany } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { AlertRow } from './alert-store.ts'
import type { ShownChannel } from './contract.ts'

/** The occasion of a message: an incident, or the digest of the seven days up to a UTC day. */
export type Occasion =
  { readonly incidentId: string; readonly state: 'open' | 'resolved' } | { readonly digestTo: number }

export interface Notification {
  readonly projectId: string
  readonly alertId: string
  /** Position of the channel. */
  readonly channel: number
  /** The recipient of mail; each has a job of its own. */
  readonly to?: string
  readonly occasion: Occasion
}

/** Sends one message to one recipient. */
export const notify: JobKind<Notification> = defineJob<Notification>({
  name: 'dmarc.notify',
  maxAttempts: 8,
  retryDelaysMs: [30_000, 120_000, 600_000, 3_600_000],
  jitter: 0.2,
  priority: 10,
  keepMs: 24 * 60 * 60 * 1000,
})

/** A job for each recipient of each channel, in the transaction of the occasion. */
export async function enqueueMessages(db: Db, alert: AlertRow, occasion: Occasion): Promise<void> {
  const { id: alertId, projectId } = alert
  const jobs = (alert.channels as ShownChannel[]).flatMap(({ to }, channel) =>
    (to ?? [undefined]).map((each) => ({
      payload: { projectId, alertId, channel, occasion, ...(each === undefined ? {} : { to: each }) },
      projectId,
    })),
  )
  if (jobs.length > 0) await enqueueMany(db, notify, jobs)
}
