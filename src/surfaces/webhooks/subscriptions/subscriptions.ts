/** Who is notified of what. Each function wants a transaction, or a Db to read from. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch } from '../../../platform/http/index.ts'
import type { Caller, Vault } from '../../../platform/identity/index.ts'
import { enqueue, setPartition } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { deliverWebhook } from '../sending/index.ts'
import { clearDeliveries } from './clear-deliveries.ts'
import type { RegisterWebhook, RotateSecret, UpdateWebhook } from './contract.ts'
import { createSecret, rotateSecrets } from './secrets.ts'
import * as rows from './store.ts'
import { revisionsIn } from './tag.ts'

export interface SubscriptionDeps {
  vault: Pick<Vault, 'seal'>
  /** Why an address may not be called, undefined when it may. Says nothing about what its name resolves to. */
  refusalOf: (url: string) => string | undefined
}

/** A webhook with a secret that was just made. */
export interface WithSecret {
  webhook: rows.WebhookRow
  secret: string
}

/** Subscribes an address. LIMIT_REACHED when the project has too many, VALIDATION_FAILED for an address not to be called. */
export async function register(
  db: Db,
  caller: Caller,
  input: RegisterWebhook,
  { vault, refusalOf }: SubscriptionDeps,
): Promise<WithSecret> {
  const url = readUrl(input.url, { path: '/url', refusalOf })
  const { subscribing } = await rows.countWebhooks(db, caller.projectId)
  if (subscribing >= limits.webhooks) fail('LIMIT_REACHED', `A project is limited to ${limits.webhooks} webhooks.`)
  return insert(db, caller, { ...input, url }, vault)
}

/**
 * The same without events, for what is requested by itself. LIMIT_REACHED when the project has too many of those.
 */
export async function registerCallback(
  db: Db,
  caller: Caller,
  given: string,
  { refusalOf, vault }: SubscriptionDeps,
): Promise<WithSecret> {
  const url = readUrl(given, { path: '/callback_url', refusalOf })
  const { silent } = await rows.countWebhooks(db, caller.projectId)
  if (silent >= limits.callbackAddresses)
    fail(
      'LIMIT_REACHED',
      `A project is limited to ${limits.callbackAddresses} callback URLs. Use the same URL for every request: each ` +
        'delivery identifies its job.',
    )
  return insert(
    db,
    caller,
    { url, events: [], description: 'Receives completion events of calls with this callback_url' },
    vault,
  )
}

async function insert(
  db: Db,
  caller: Caller,
  input: RegisterWebhook,
  vault: SubscriptionDeps['vault'],
): Promise<WithSecret> {
  const { url } = input
  const now = db.nowMs()
  const { projectId } = caller
  const id = createId('webhook', now)
  const { text, stored } = createSecret(vault, { id, projectId }, now)
  const webhook: rows.WebhookRow = {
    id,
    projectId,
    ...ownerOf(caller),
    url,
    events: input.events,
    description: input.description ?? null,
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    lastSuccessAt: null,
    secrets: [stored],
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await rows.insertWebhook(db, webhook)
  // The address may hold a token, so only its host is noted.
  await recordAct(db, caller, ['webhook.created', webhook.id], { host: new URL(url).host, events: input.events })
  return { webhook, secret: text }
}

/** The webhook of the project with this address. VALIDATION_FAILED at `/callback_url` for one that is not to be called. */
export function findByUrl(
  db: Db,
  caller: Caller,
  given: string,
  { refusalOf }: Pick<SubscriptionDeps, 'refusalOf'>,
): Promise<rows.WebhookRow | undefined> {
  return rows.selectByUrl(db, caller.projectId, readUrl(given, { path: '/callback_url', refusalOf }))
}

/** Enables a webhook again whose receiver was away. WEBHOOK_DISABLED when someone switched it off. */
export async function wakeWebhook(db: Db, caller: Caller, { id }: Pick<rows.WebhookRow, 'id'>): Promise<void> {
  const { disabledReason, enabled, revision } = await takeWebhook(db, caller, id)
  if (enabled) return
  if (disabledReason === 'by_user') fail('WEBHOOK_DISABLED', `The URL is that of webhook ${id}, which is disabled.`)
  await change(db, caller, { id, revision }, ['enabled'], {
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
  })
}

/** Ends a webhook that subscribes to nothing; whether there was one. */
export async function dropWebhook(db: Db, projectId: string, id: string): Promise<boolean> {
  const row = await rows.lockWebhook(db, projectId, id)
  if (row === undefined || row.events.length > 0) return false
  await end(db, row)
  return true
}

/** A webhook of the caller's project; WEBHOOK_NOT_FOUND for any other. */
export async function loadWebhook(db: Db, caller: Caller, id: string): Promise<rows.WebhookRow> {
  const row = isId('webhook', id) ? await rows.selectWebhook(db, caller.projectId, id) : undefined
  return row ?? fail('WEBHOOK_NOT_FOUND')
}

/** The same, locked until the transaction ends. */
export async function takeWebhook(db: Db, caller: Caller, id: string): Promise<rows.WebhookRow> {
  const row = isId('webhook', id) ? await rows.lockWebhook(db, caller.projectId, id) : undefined
  return row ?? fail('WEBHOOK_NOT_FOUND')
}

/** The project's webhooks, oldest first, those after `afterId`. */
export function list(
  db: Db,
  caller: Caller,
  page: { limit: number; afterId?: string | undefined },
): Promise<rows.WebhookRow[]> {
  return rows.selectWebhooks(db, caller.projectId, page)
}

export interface Update {
  id: string
  body: UpdateWebhook
  /** The header as it came. */
  ifMatch: string | undefined
}

/**
 * Changes what the body names, as one new revision; none when nothing differs. To enable forgets why it was disabled. A
 * new URL and being enabled end any pause that the sender has taken. Anyone who sets the URL, even to what it is, owns the
 * webhook from then on.
 */
export async function update(
  db: Db,
  caller: Caller,
  { id, body, ifMatch }: Update,
  { refusalOf }: Pick<SubscriptionDeps, 'refusalOf'>,
): Promise<rows.WebhookRow> {
  const row = await takeWebhook(db, caller, id)
  checkIfMatch(ifMatch && revisionsIn(ifMatch), row.revision)
  const wanted = {
    ...changeOf(row, body, { nowMs: db.nowMs(), refusalOf }),
    ...(body.url === undefined ? {} : newOwner(row, caller)),
  }
  const changed = [...Object.keys(body).filter((member) => member in wanted), ...('ownerId' in wanted ? ['owner'] : [])]
  return changed.length === 0 ? row : { ...row, ...(await change(db, caller, row, changed, wanted)) }
}

async function change(
  db: Db,
  caller: Caller,
  { id, revision }: Pick<rows.WebhookRow, 'id' | 'revision'>,
  changed: readonly string[],
  wanted: rows.WebhookChange,
): Promise<rows.WebhookChange> {
  const full = { ...wanted, revision: revision + 1, updatedAt: db.nowMs() }
  await rows.updateWebhook(db, caller.projectId, id, full)
  if (wanted.url !== undefined || wanted.enabled === true) {
    await setPartition(db, deliverWebhook, id, { pausedUntil: null, concurrency: null })
  }
  await recordAct(db, caller, ['webhook.updated', id], {
    changed,
    ...(wanted.url ? { host: new URL(wanted.url).host } : {}),
  })
  return full
}

/**
 * Ends a subscription. Nothing more is sent, and what is just being sent is broken off; what waits is canceled and the
 * delivery log cleared by a job, for both may be long.
 */
export async function remove(db: Db, caller: Caller, id: string): Promise<void> {
  const row = await takeWebhook(db, caller, id)
  await end(db, row)
  await recordAct(db, caller, ['webhook.deleted', id], { host: new URL(row.url).host })
}

async function end(db: Db, { id, projectId }: rows.WebhookRow): Promise<void> {
  await rows.deleteWebhook(db, projectId, id)
  await setPartition(db, deliverWebhook, id, { pausedUntil: null, concurrency: null })
  await enqueue(db, clearDeliveries, { payload: { webhookId: id }, projectId })
}

/** Makes a new secret. The older ones sign beside it until their grace ends. */
export async function rotate(
  db: Db,
  caller: Caller,
  { id, body }: { id: string; body: RotateSecret },
  { vault }: Pick<SubscriptionDeps, 'vault'>,
): Promise<WithSecret> {
  const row = await takeWebhook(db, caller, id)
  const now = db.nowMs()
  const graceSeconds = body.grace_seconds ?? limits.webhookGraceSeconds
  const { text, stored } = createSecret(vault, row, now)
  const secrets = rotateSecrets(row.secrets, stored, { graceSeconds, nowMs: now })
  const change = { secrets, revision: row.revision + 1, updatedAt: now }
  await rows.updateWebhook(db, row.projectId, id, change)
  await recordAct(db, caller, ['webhook.rotated', id], { grace_seconds: graceSeconds })
  return { webhook: { ...row, ...change }, secret: text }
}

function ownerOf({ actor: { kind, id } }: Caller): Pick<rows.WebhookRow, 'ownerKind' | 'ownerId'> {
  return { ownerKind: kind, ownerId: id }
}

// Who decides where events go receives those that it may read, not those of the owner before.
function newOwner(row: rows.WebhookRow, caller: Caller): rows.WebhookChange {
  const owner = ownerOf(caller)
  return row.ownerKind === owner.ownerKind && row.ownerId === owner.ownerId ? {} : owner
}

function changeOf(
  row: rows.WebhookRow,
  body: UpdateWebhook,
  { nowMs, refusalOf }: Pick<SubscriptionDeps, 'refusalOf'> & { nowMs: number },
): rows.WebhookChange {
  const change: rows.WebhookChange = {}
  const url = body.url === undefined ? row.url : readUrl(body.url, { path: '/url', refusalOf })
  if (url !== row.url) change.url = url
  if (body.events !== undefined && body.events.join() !== row.events.join()) change.events = body.events
  if (body.description !== undefined && body.description !== row.description) change.description = body.description
  if (body.enabled !== undefined && body.enabled !== row.enabled) {
    change.enabled = body.enabled
    change.disabledReason = body.enabled ? null : 'by_user'
    change.disabledAt = body.enabled ? null : nowMs
    change.failingSince = null
  }
  return change
}

// As the URL parser prints it: what is stored holds no control characters, and names are in their ASCII form.
function readUrl(url: string, { path, refusalOf }: Pick<SubscriptionDeps, 'refusalOf'> & { path: string }): string {
  const refusal = refusalOf(url)
  if (refusal !== undefined) {
    const message = `${refusal} Use an https URL of a public host; the operator can allow private networks, and http to them, with SVC_NET_ALLOW.`
    fail('VALIDATION_FAILED', { issues: [{ path, message }] })
  }
  return new URL(url).href
}
