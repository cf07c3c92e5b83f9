import type { Vault } from '../../../platform/identity/index.ts'
import type { JobHandler, Outcome } from '../../../platform/jobs/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { type WatchedDomain, lockAlert, selectWatched, updateAlert } from './alert-store.ts'
import { openChannels } from './channels.ts'
import type { LastMessage } from './contract.ts'
import { type DeliverDeps, type Delivered, deliver } from './deliver.ts'
import { readDigest } from './digest.ts'
import { selectIncident } from './incident-store.ts'
import { messageOfDigest } from './messages/digest-message.ts'
import { type Message, messageOfIncident } from './messages/message.ts'
import { type Notification, notify } from './notify-job.ts'

export interface NotifyDeps extends DeliverDeps {
  readonly store: Store
  readonly vault: Pick<Vault, 'open'>
}

/** Sends messages about incidents and digests. */
export function notifyHandler(deps: NotifyDeps): JobHandler<Notification> {
  return {
    kind: notify,
    concurrency: 8,
    async run({ attempt, maxAttempts, payload }, { nowMs, signal }) {
      const watched = await selectWatched(deps.store.read, payload.projectId, payload.alertId)
      const written = watched && (await writeMessage(deps.store, watched, payload))
      // The alert or its incident was deleted meanwhile.
      if (watched === undefined || written === undefined) return { done: undefined }
      const { channel } = openChannels(watched.alert, deps.vault)[payload.channel] ?? {}
      if (channel === undefined) return { done: undefined }
      const delivered = await deliver(deps, { channel, to: payload.to }, { ...written, signal })
      if (signal.aborted) return { snooze: 0 }
      const isLast = attempt >= maxAttempts
      await noteResult(deps.store, payload, resultOf(delivered, nowMs(), isLast))
      return outcomeOf(delivered)
    },
  }
}

interface Written {
  readonly id: string
  readonly message: Message
  readonly references: readonly string[]
}

async function writeMessage(
  { read }: Store,
  { alert, domain }: WatchedDomain,
  { occasion }: Notification,
): Promise<Written | undefined> {
  if ('digestTo' in occasion) {
    const digest = await readDigest(read, domain, occasion.digestTo)
    return { id: `${alert.id}.${occasion.digestTo}`, message: messageOfDigest(digest, domain.domain), references: [] }
  }
  const incident = await selectIncident(read, alert.projectId, occasion.incidentId)
  if (incident === undefined) return undefined
  const { state } = occasion
  const references = state === 'open' ? [] : [`${incident.id}.open`]
  return { id: `${incident.id}.${state}`, message: messageOfIncident(incident, domain.domain, state), references }
}

function resultOf(delivered: Delivered, atMs: number, isLast: boolean): LastMessage {
  const at = new Date(atMs).toISOString()
  if (delivered.status === 'sent') return { at, status: 'sent', reason: null }
  const status = delivered.status === 'failed' || isLast ? 'failed' : 'retrying'
  return { at, status, reason: delivered.reason }
}

function outcomeOf(delivered: Delivered): Outcome {
  if (delivered.status === 'sent') return { done: undefined }
  if (delivered.status === 'failed') return { fail: delivered.reason }
  const { afterMs, reason } = delivered
  return { retry: reason, ...(afterMs === undefined ? {} : { afterMs }) }
}

function noteResult(store: Store, { alertId, channel, projectId }: Notification, result: LastMessage): Promise<void> {
  return store.tx(async (db) => {
    const alert = await lockAlert(db, projectId, alertId)
    if (alert === undefined) return
    const results = { ...(alert.results as Record<string, LastMessage>), [channel]: result }
    await updateAlert(db, alert, { results })
  }, underLocks)
}
