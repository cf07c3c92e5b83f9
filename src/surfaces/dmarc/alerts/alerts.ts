/** Create, list, test and delete alerts. Functions that write must run in a transaction. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, idAfter, readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { csvOfRows } from '../csv.ts'
import { loadDomain, takeDomain } from '../domains/index.ts'
import * as rows from './alert-store.ts'
import { type ChannelDeps, openChannels, presentChannels, sealChannels } from './channels.ts'
import {
  type AlertTest,
  type CreateAlert,
  type Digest,
  type DmarcAlert,
  type DmarcAlerts,
  type ListAlerts,
  type Thresholds,
  defaultThresholds,
} from './contract.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { nextDigest } from './digest.ts'
import { countOfAlerts } from './incident-store.ts'
import { testMessage } from './messages/message.ts'

/** VALIDATION_FAILED for an alert that would never send, for a URL that may not be called and for an unknown time zone. */
export async function createAlert(
  db: Db,
  caller: Caller,
  { body, domainId }: { domainId: string; body: CreateAlert },
  deps: ChannelDeps,
): Promise<rows.AlertRow> {
  const domain = await takeDomain(db, caller, domainId)
  const { channels, cooldown_minutes: cooldownMinutes = 1440, digest = null, name = 'Alert', thresholds } = body
  if (body.triggers.length === 0 && digest === null) refuse('/triggers', 'is empty, and there is no digest: add one')
  if ((await rows.countAlerts(db, caller.projectId, domain.no)) >= limits.dmarcAlerts)
    fail('LIMIT_REACHED', `A domain is limited to ${limits.dmarcAlerts} alerts.`)
  const now = db.nowMs()
  const own = { id: createId('alert', now), projectId: caller.projectId }
  const row: rows.AlertRow = {
    ...own,
    domainNo: domain.no,
    name,
    triggers: body.triggers,
    thresholds: { ...defaultThresholds, ...thresholds },
    cooldownMinutes,
    ...sealChannels(own, channels, deps),
    results: {},
    digest,
    digestAt: digest === null ? null : firstDigest(digest, now),
    dueAt: now,
    actorName: caller.actor.name,
    createdAt: now,
  }
  await rows.insertAlert(db, row)
  const { id, triggers } = row
  await recordAct(db, caller, ['dmarc.alert_created', id], { domain: domain.domain, triggers, channels: row.channels })
  return row
}

function firstDigest(digest: Digest, nowMs: number): number | null {
  try {
    return nextDigest(digest, nowMs)
  } catch (error) {
    if (error instanceof RangeError) return refuse('/digest/time_zone', 'is no IANA time zone such as Europe/Zurich')
    throw error
  }
}

function refuse(path: string, message: string): never {
  return fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}

const csvColumns = ['id', 'name', 'triggers', 'cooldown_minutes', 'channels', 'open_incidents', 'created_at'] as const

/** A page of the alerts of a domain, oldest first, or all of them as CSV. */
export async function listAlerts(
  db: Db,
  caller: Caller,
  { domainId, query }: { domainId: string; query: ListAlerts },
): Promise<DmarcAlerts> {
  const { domain, no } = await loadDomain(db, caller, domainId)
  const of = { projectId: caller.projectId, domainNo: no }
  const open = await countOfAlerts(db, caller.projectId, no)
  const present = (row: rows.AlertRow) => presentAlert(row, open.get(row.id) ?? 0)
  if (query.format === 'csv') {
    const all = (await rows.selectAlerts(db, of, { after: undefined, limit: limits.dmarcAlerts })).map(present)
    const lines = all.map((alert) => ({
      ...alert,
      triggers: alert.triggers.join(' '),
      channels: alert.channels.map(({ type }) => type).join(' '),
    }))
    return csvOfRows(`${domain}-alerts.csv`, csvColumns, lines) as never
  }
  const { items, page } = await readPage(query, {
    key: `dmarc alerts ${domainId}`,
    read: ({ after, limit }) => rows.selectAlerts(db, of, { after: idAfter(after), limit }),
    positionOf: ({ id }) => [id],
  })
  return { data: items.map(present), page }
}

export function presentAlert(row: rows.AlertRow, openIncidents: number): DmarcAlert {
  return {
    id: row.id,
    name: row.name,
    triggers: row.triggers as DmarcAlert['triggers'],
    thresholds: row.thresholds as Thresholds,
    cooldown_minutes: row.cooldownMinutes,
    channels: presentChannels(row),
    digest: row.digest as Digest | null,
    next_digest_at: row.digestAt === null ? null : new Date(row.digestAt).toISOString(),
    open_incidents: openIncidents,
    created_by: row.actorName,
    created_at: new Date(row.createdAt).toISOString(),
  }
}

export interface AlertPath {
  readonly id: string
  readonly alertId: string
}

/** ALERT_NOT_FOUND also for an alert of another domain. */
export async function loadAlert(db: Db, caller: Caller, path: AlertPath): Promise<rows.WatchedDomain> {
  const domain = await loadDomain(db, caller, path.id)
  const found = isId('alert', path.alertId) ? await rows.selectWatched(db, caller.projectId, path.alertId) : undefined
  return found?.domain.no === domain.no ? found : fail('ALERT_NOT_FOUND')
}

/** The value of the ETag of an alert: no operation changes one, evaluations do not count. */
export function alertTag({ id, created_at: time }: Pick<DmarcAlert, 'id' | 'created_at'>): string {
  return digestOf([id, time])
}

/** Fails like `loadAlert`, and with PRECONDITION_FAILED. */
export async function removeAlert(db: Db, caller: Caller, path: AlertPath, ifMatch?: string): Promise<void> {
  const { alert, domain } = await loadAlert(db, caller, path)
  checkIfMatch(ifMatch, alertTag(presentAlert(alert, 0)))
  await rows.deleteAlert(db, caller.projectId, alert.id)
  await recordAct(db, caller, ['dmarc.alert_deleted', alert.id], { domain: domain.domain })
}

/** Sends a message to every recipient at once, and returns what became of it. */
export async function testAlert(
  { alert, domain }: rows.WatchedDomain,
  deps: DeliverDeps & Pick<ChannelDeps, 'vault'>,
): Promise<AlertTest> {
  const message = testMessage(domain.domain, alert.name)
  const targets = openChannels(alert, deps.vault).flatMap(({ channel, position }) =>
    (channel.type === 'email' ? channel.to : [undefined]).map((to) => ({ channel, position, to })),
  )
  const signal = AbortSignal.timeout(limits.mailSeconds * 1000)
  const results = await Promise.all(
    targets.map(async ({ channel, position, to }) => {
      const id = `${alert.id}.test.${crypto.randomUUID()}`
      const delivered = await deliver(deps, { channel, to }, { id, message, references: [], signal })
      const isSent = delivered.status === 'sent'
      return {
        channel: position,
        to: to ?? null,
        status: isSent ? 'sent' : 'failed',
        reason: isSent ? null : delivered.reason,
      } as const
    }),
  )
  return { results }
}
