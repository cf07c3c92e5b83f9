/** Create, read, change and delete webhooks. Functions that write must run in a transaction. */
import { isEqual } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../platform/http/index.ts'
import type { Caller, Vault } from '../../../platform/identity/index.ts'
import { enqueue, setPartition } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { deliverWebhook } from '../sending/index.ts'
import { type WebhookCaller, rightsOf } from '../webhook-caller.ts'
import { clearDeliveries } from './clear-deliveries.ts'
import { type RegisterWebhook, type RotateSecret, UpdateWebhook } from './contract.ts'
import { narrowFilter, readFilter, requireFilterable } from './filter.ts'
import { readHeaders, requireHeadersAgain } from './headers.ts'
import { presentWebhook } from './present.ts'
import { createSecret, rotateSecrets } from './secrets.ts'
import * as rows from './store.ts'

export interface SubscriptionDeps {
  vault: Pick<Vault, 'seal'>
  /** The reason why a URL is forbidden, undefined if it is allowed. Does not resolve its host name. */
  refusalOf: (url: string) => string | undefined
}

/** A webhook and its new secret in plain text. */
export interface WithSecret {
  webhook: rows.WebhookRow
  secret: string
}

/**
 * LIMIT_REACHED if the project or the customer has too many, VALIDATION_FAILED for a forbidden URL and for what a link to the
 * webhooks of a customer does not allow.
 */
export async function register(
  db: Db,
  caller: WebhookCaller,
  input: RegisterWebhook,
  { vault, refusalOf }: SubscriptionDeps,
): Promise<WithSecret> {
  const url = readUrl(input.url, { path: '/url', refusalOf })
  const { portal } = caller
  const customer = portal?.customer ?? input.customer
  const { byCustomer, subscribing } = await rows.countWebhooks(db, caller.projectId)
  if (customer !== undefined) requireCapacity(byCustomer, customer)
  else if (subscribing >= limits.webhooks) fail('LIMIT_REACHED', `A project is limited to ${limits.webhooks} webhooks.`)
  await requireAllowed(db, caller, { url, events: input.events })
  return insert(db, caller, { ...input, url, ...(portal === undefined ? {} : { customer: portal.customer }) }, vault)
}

/** VALIDATION_FAILED for what a link to the webhooks of a customer does not allow; `before` is the webhook that is changed. */
async function requireAllowed(
  db: Db,
  { portal, projectId }: WebhookCaller,
  { events, url }: { url: string | undefined; events: readonly string[] },
  before?: rows.WebhookRow,
): Promise<void> {
  if (portal === undefined) return
  const page = { customer: portal.customer, limit: limits.customerWebhooks, descending: false }
  const others = (await rows.selectWebhooks(db, projectId, page)).filter(({ id }) => id !== before?.id)
  if (others.some((row) => row.url === url)) refuse('/url', 'Another endpoint of yours has this URL.')
  const refused = events.filter((type) => !portal.events.includes(type) && before?.events.includes(type) !== true)
  if (refused.length > 0) refuse('/events', `This link does not allow ${refused.join(', ')}.`)
}

function requireCapacity(byCustomer: readonly string[], customer: string): void {
  const { allCustomerWebhooks, customerWebhooks } = limits
  if (byCustomer.filter((each) => each === customer).length >= customerWebhooks)
    fail('LIMIT_REACHED', `A customer is limited to ${customerWebhooks} webhooks.`)
  if (byCustomer.length >= allCustomerWebhooks)
    fail('LIMIT_REACHED', `The customers of a project are limited to ${allCustomerWebhooks} webhooks.`)
}

function refuse(path: string, message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}

/** Creates a webhook without event subscriptions, for callbacks. LIMIT_REACHED if the project has too many of those. */
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
  caller: WebhookCaller,
  input: RegisterWebhook,
  vault: SubscriptionDeps['vault'],
): Promise<WithSecret> {
  const { url } = input
  const now = db.nowMs()
  const { projectId } = caller
  const id = createId('webhook', now)
  const { portal } = caller
  const given = input.filter === undefined ? null : await readFilter(db, rightsOf(caller), input.filter)
  const filter = portal === undefined ? given : narrowFilter(portal.filter, given)
  requireFilterable({ events: input.events, filter })
  const { text, stored } = createSecret(vault, { id, projectId }, now)
  const webhook: rows.WebhookRow = {
    id,
    projectId,
    ...ownerOf(rightsOf(caller)),
    customer: input.customer ?? null,
    url,
    events: input.events,
    description: input.description ?? null,
    filter,
    headers: readHeaders(input.headers ?? {}, { vault, webhook: { id, projectId }, before: null }),
    rate: input.rate === undefined ? null : readRate(input.rate),
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
  // The URL may contain a token, so only its host is recorded.
  await recordAct(db, caller, ['webhook.created', webhook.id], {
    host: new URL(url).host,
    events: input.events,
    ...(webhook.customer === null ? {} : { customer: webhook.customer }),
  })
  return { webhook, secret: text }
}

/** Finds a webhook of the project by URL. VALIDATION_FAILED at `/callback_url` for a forbidden URL. */
export function findByUrl(
  db: Db,
  caller: Caller,
  given: string,
  { refusalOf }: Pick<SubscriptionDeps, 'refusalOf'>,
): Promise<rows.WebhookRow | undefined> {
  return rows.selectByUrl(db, caller.projectId, readUrl(given, { path: '/callback_url', refusalOf }))
}

/** Enables a webhook that was disabled because of failures. WEBHOOK_DISABLED if a user disabled it. */
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

/** Deletes a webhook without event subscriptions; returns false if there is none. */
export async function dropWebhook(db: Db, projectId: string, id: string): Promise<boolean> {
  const row = await rows.lockWebhook(db, projectId, id)
  if (row === undefined || row.events.length > 0) return false
  await end(db, row)
  return true
}

/** WEBHOOK_NOT_FOUND also for webhooks of other projects, and of other customers. */
export async function loadWebhook(db: Db, caller: WebhookCaller, id: string): Promise<rows.WebhookRow> {
  const row = isId('webhook', id)
    ? await rows.selectWebhook(db, caller.projectId, id, caller.portal?.customer)
    : undefined
  return row ?? fail('WEBHOOK_NOT_FOUND')
}

/** Locks the webhook until the transaction ends. WEBHOOK_NOT_FOUND also for webhooks of other projects, and of other customers. */
export async function takeWebhook(db: Db, caller: WebhookCaller, id: string): Promise<rows.WebhookRow> {
  const row = isId('webhook', id)
    ? await rows.lockWebhook(db, caller.projectId, id, caller.portal?.customer)
    : undefined
  return row ?? fail('WEBHOOK_NOT_FOUND')
}

/** Oldest first, those after `afterId`. */
export function list(
  db: Db,
  caller: WebhookCaller,
  page: Parameters<typeof rows.selectWebhooks>[2],
): Promise<rows.WebhookRow[]> {
  const { portal } = caller
  return rows.selectWebhooks(db, caller.projectId, portal === undefined ? page : { ...page, customer: portal.customer })
}

export interface Update {
  id: string
  body: UpdateWebhook
  /** The unparsed header. */
  ifMatch: string | undefined
}

/**
 * Changes the given members in one new revision; no revision if nothing differs. Enabling clears the reason for which it was
 * disabled. A new URL or enabling ends a pause of its deliveries. Setting the URL, even to the same value, makes the caller
 * the owner, unless the body contains the owner as a read returned it. VALIDATION_FAILED for what the link of a customer does
 * not allow.
 */
export async function update(
  db: Db,
  caller: WebhookCaller,
  { id, body: given, ifMatch }: Update,
  { refusalOf, vault }: SubscriptionDeps,
): Promise<rows.WebhookRow> {
  const row = await takeWebhook(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const body = await takeWritable(UpdateWebhook, given, () => presentWebhook(row, db.nowMs()))
  const isReturned = 'owner' in given && body.url === row.url
  const url = body.url === undefined || body.url === row.url ? row.url : readUrl(body.url, { path: '/url', refusalOf })
  await requireAllowed(db, caller, { url, events: body.events ?? [] }, row)
  const wanted = {
    ...changeOf(row, body, { nowMs: db.nowMs(), refusalOf, vault }),
    ...(await filterChange(db, caller, row, body)),
    ...(body.url === undefined || isReturned ? {} : newOwner(row, rightsOf(caller))),
  }
  const changed = [...Object.keys(body).filter((member) => member in wanted), ...('ownerId' in wanted ? ['owner'] : [])]
  return changed.length === 0 ? row : { ...row, ...(await change(db, caller, row, changed, wanted)) }
}

/** Enables or disables a webhook. */
export async function setEnabled(
  db: Db,
  caller: WebhookCaller,
  { enabled, id }: { enabled: boolean; id: string },
  deps: SubscriptionDeps,
): Promise<void> {
  const row = await takeWebhook(db, caller, id)
  const wanted = changeOf(row, { enabled }, { nowMs: db.nowMs(), ...deps })
  if ('enabled' in wanted) await change(db, caller, row, ['enabled'], wanted)
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
  if (wanted.url !== undefined || wanted.enabled === true || wanted.rate !== undefined) {
    await setPartition(db, deliverWebhook, id, { pausedUntil: null, concurrency: null })
  }
  await recordAct(db, caller, ['webhook.updated', id], {
    changed,
    ...(wanted.url ? { host: new URL(wanted.url).host } : {}),
  })
  return full
}

/**
 * Deletes a webhook. Requests in flight are aborted and nothing more is sent. A job cancels pending deliveries and deletes
 * the delivery log, because both may be long.
 */
export async function remove(db: Db, caller: WebhookCaller, id: string, ifMatch?: string): Promise<void> {
  const row = await takeWebhook(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  await end(db, row)
  await recordAct(db, caller, ['webhook.deleted', id], { host: new URL(row.url).host })
}

async function end(db: Db, { id, projectId }: rows.WebhookRow): Promise<void> {
  await rows.deleteWebhook(db, projectId, id)
  await setPartition(db, deliverWebhook, id, { pausedUntil: null, concurrency: null })
  await enqueue(db, clearDeliveries, { payload: { webhookId: id }, projectId })
}

/** Adds a secret. Older ones also sign until their grace period ends. */
export async function rotate(
  db: Db,
  caller: WebhookCaller,
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
  return { ownerKind: kind === 'reviewer' ? null : kind, ownerId: id }
}

// The caller that sets the URL receives the events that it may read, not those of the previous owner.
function newOwner(row: rows.WebhookRow, caller: Caller): rows.WebhookChange {
  const owner = ownerOf(caller)
  return row.ownerKind === owner.ownerKind && row.ownerId === owner.ownerId ? {} : owner
}

function changeOf(
  row: rows.WebhookRow,
  body: UpdateWebhook,
  { nowMs, refusalOf, vault }: SubscriptionDeps & { nowMs: number },
): rows.WebhookChange {
  const change: rows.WebhookChange = {}
  const url = body.url === undefined || body.url === row.url ? row.url : readUrl(body.url, { path: '/url', refusalOf })
  if (url !== row.url) {
    requireHeadersAgain(body.headers, row.headers)
    change.url = url
  }
  if (body.headers !== undefined) {
    const headers = readHeaders(body.headers, { vault, webhook: row, before: row.headers })
    if (!isEqual(headers, row.headers)) change.headers = headers
  }
  if (body.rate !== undefined && !isEqual(body.rate, row.rate)) {
    change.rate = body.rate === null ? null : readRate(body.rate)
  }
  if (body.events !== undefined && body.events.join() !== row.events.join()) {
    if (body.events.length === 0)
      fail('VALIDATION_FAILED', { issues: [{ path: '/events', message: 'Needs at least 1 item.' }] })
    change.events = body.events
  }
  if (body.description !== undefined && body.description !== row.description) change.description = body.description
  if (body.enabled !== undefined && body.enabled !== row.enabled) {
    change.enabled = body.enabled
    change.disabledReason = body.enabled ? null : 'by_user'
    change.disabledAt = body.enabled ? null : nowMs
    change.failingSince = null
  }
  return change
}

async function filterChange(
  db: Db,
  caller: WebhookCaller,
  row: rows.WebhookRow,
  body: UpdateWebhook,
): Promise<rows.WebhookChange> {
  const { filter: given } = body
  const events = body.events ?? row.events
  const read = given === undefined ? row.filter : given && (await readFilter(db, rightsOf(caller), given, row.filter))
  const wanted =
    given === undefined || caller.portal === undefined ? read : rebind(caller.portal.filter, row.filter, read)
  requireFilterable({ events, filter: wanted })
  return isEqual(wanted, row.filter) ? {} : { filter: wanted }
}

// What the project has narrowed by other members stays.
function rebind(
  bound: rows.WebhookRow['filter'],
  before: rows.WebhookRow['filter'],
  given: rows.WebhookRow['filter'],
): rows.WebhookRow['filter'] {
  const { externalIds: _, ...others } = before ?? {}
  const wanted = { ...others, ...narrowFilter(bound, given) }
  return Object.keys(wanted).length === 0 ? null : wanted
}

function readRate(rate: NonNullable<rows.WebhookRow['rate']>): NonNullable<rows.WebhookRow['rate']> {
  if (rate.requests > limits.webhookRate * rate.seconds) {
    const message = `Must be at most ${limits.webhookRate} a second.`
    refuse('/rate/requests', message)
  }
  return rate
}

// Normalized by the URL parser: no control characters, and host names in ASCII form.
function readUrl(url: string, { path, refusalOf }: Pick<SubscriptionDeps, 'refusalOf'> & { path: string }): string {
  const refusal = refusalOf(url)
  if (refusal !== undefined) {
    const message = `${refusal} Use an https URL of a public host; the operator can allow private networks, and http to them, with SVC_NET_ALLOW.`
    refuse(path, message)
  }
  const { href } = new URL(url)
  if (href.length > limits.webhookUrlLength)
    refuse(path, `May have at most ${limits.webhookUrlLength} characters, percent-encoded ones included; shorten it.`)
  return href
}
