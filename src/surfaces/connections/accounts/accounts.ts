/** Connections: accounts at ESPs, with sealed secrets. Functions take the Db of a transaction, or one to read from. */
import { isEqual } from '../../../email/document/index.ts'
import type { Account } from '../../../email/push/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, takeWritable } from '../../../platform/http/index.ts'
import type { Caller, Vault } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { checkTarget, checkUtm } from '../../exports/index.ts'
import { adapterOf, checkAccount } from './check-account.ts'
import { type CreateConnection, UpdateConnection } from './contract.ts'
import { presentConnection } from './present.ts'
import * as rows from './store.ts'

export interface AccountDeps {
  vault: Pick<Vault, 'seal' | 'open'>
  /** Reason why a URL is not allowed, or undefined. Does not resolve the host name. */
  refusalOf: (url: string) => string | undefined
}

/** LIMIT_REACHED if the project has too many connections, VALIDATION_FAILED for values that the provider does not accept. */
export async function connect(
  db: Db,
  caller: Caller,
  input: CreateConnection,
  { refusalOf, vault }: AccountDeps,
): Promise<rows.ConnectionRow> {
  const { credentials, name, options = {}, provider, settings = {}, target } = input
  checkUtm(options)
  const adapter = adapterOf(provider)
  checkAccount(adapter, { credentials, settings })
  const baseUrl = input.base_url === undefined ? null : readUrl(input.base_url, refusalOf)
  if (target !== undefined) await checkTarget(db, caller.projectId, target)
  if ((await rows.countConnections(db, caller.projectId)) >= limits.connections) {
    fail('LIMIT_REACHED', `A project is limited to ${limits.connections} connections.`)
  }
  const now = db.nowMs()
  const { projectId } = caller
  const id = createId('connection', now)
  const row: rows.ConnectionRow = {
    id,
    projectId,
    provider,
    name,
    settings,
    credentials: vault.seal(JSON.stringify(credentials), rows.credentialsContext({ id, projectId })),
    baseUrl,
    target: target ?? null,
    options,
    test: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await rows.insertConnection(db, row)
  await recordAct(db, caller, ['connection.created', row.id], { provider, ...hostOf(baseUrl) })
  return row
}

/** CONNECTION_NOT_FOUND for a connection of another project. */
export async function loadConnection(db: Db, caller: Caller, id: string): Promise<rows.ConnectionRow> {
  const row = isId('connection', id) ? await rows.selectConnection(db, caller.projectId, id) : undefined
  return row ?? fail('CONNECTION_NOT_FOUND')
}

export interface Update {
  id: string
  body: UpdateConnection
  /** The raw header. */
  ifMatch: string | undefined
}

/**
 * Changes only the members in the body, as one new revision; none if nothing differs. Members that determine where the
 * secrets are sent require the credentials again: otherwise every caller that may change a connection could redirect the
 * stored secrets to its own server.
 */
export async function change(
  db: Db,
  caller: Caller,
  { id, body: given, ifMatch }: Update,
  { refusalOf, vault }: AccountDeps,
): Promise<rows.ConnectionRow> {
  const row = await take(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  const shown = presentConnection(row)
  const { credentials: secrets, ...body } = await takeWritable(UpdateConnection, given, () => shown)
  const credentials = Array.isArray(secrets) ? requireNames(secrets, shown.credentials) : secrets
  checkUtm(body.options)
  const isStored = body.base_url == null || body.base_url === row.baseUrl
  const baseUrl = isStored ? body.base_url : readUrl(body.base_url ?? '', refusalOf)
  const leads = {
    ...(baseUrl === undefined || baseUrl === row.baseUrl ? {} : { baseUrl }),
    ...(body.settings === undefined || isEqual(body.settings, row.settings) ? {} : { settings: body.settings }),
  }
  if (Object.keys(leads).length > 0 && credentials === undefined) {
    const message =
      'a change of settings or base_url requires the credentials, so that the stored ones are not sent to another ' +
      'server'
    fail('VALIDATION_FAILED', { issues: [{ path: '/credentials', message }] })
  }
  // A read returns the provider's own target where none is set.
  const isTarget = body.target !== undefined && body.target !== shown.target
  if (isTarget && body.target != null) await checkTarget(db, caller.projectId, body.target)
  if (credentials !== undefined) {
    checkAccount(adapterOf(row.provider), { credentials, settings: leads.settings ?? row.settings })
  }
  const changes = {
    ...leads,
    ...(body.name === undefined || body.name === row.name ? {} : { name: body.name }),
    ...(isTarget && body.target !== row.target ? { target: body.target } : {}),
    ...(body.options === undefined || isEqual(body.options, row.options) ? {} : { options: body.options }),
    ...(credentials === undefined
      ? {}
      : { credentials: vault.seal(JSON.stringify(credentials), rows.credentialsContext(row)), test: null }),
  }
  if (Object.keys(changes).length === 0) return row
  const full = { ...changes, revision: row.revision + 1, updatedAt: db.nowMs() }
  await rows.updateConnection(db, row.projectId, id, full)
  const changed = Object.keys(given).filter((name) =>
    name === 'credentials' ? credentials !== undefined : name in body,
  )
  await recordAct(db, caller, ['connection.updated', id], { changed, ...hostOf(leads.baseUrl ?? null) })
  return { ...row, ...full }
}

// The names of the stored secrets change nothing.
function requireNames(given: readonly string[], stored: readonly string[]): undefined {
  if (isEqual(given, stored)) return
  const message = 'Must be the secrets by name, or the list of the stored ones as a read returns it.'
  fail('VALIDATION_FAILED', { issues: [{ path: '/credentials', message }] })
}

/** Deletes a connection with its pushes, pending ones included. Pushed templates stay at the provider. */
export async function disconnect(db: Db, caller: Caller, id: string, ifMatch?: string): Promise<void> {
  const { provider, projectId, revision } = await take(db, caller, id)
  checkIfMatch(ifMatch, revision)
  await rows.deleteConnection(db, projectId, id)
  await recordAct(db, caller, ['connection.deleted', id], { provider })
}

export function openAccount(row: rows.ConnectionRow, vault: Pick<Vault, 'open'>): Account {
  const credentials = JSON.parse(vault.open(row.credentials, rows.credentialsContext(row))) as Record<string, string>
  return { credentials, settings: row.settings }
}

async function take(db: Db, caller: Caller, id: string): Promise<rows.ConnectionRow> {
  const row = isId('connection', id) ? await rows.lockConnection(db, caller.projectId, id) : undefined
  return row ?? fail('CONNECTION_NOT_FOUND')
}

function readUrl(url: string, refusalOf: AccountDeps['refusalOf']): string {
  const refusal = refusalOf(url)
  const remedy =
    'Use an https URL of a public host; the operator can allow private networks, and http to them, with SVC_NET_ALLOW.'
  if (refusal !== undefined) {
    fail('VALIDATION_FAILED', { issues: [{ path: '/base_url', message: `${refusal} ${remedy}` }] })
  }
  const { hash, href, search } = new URL(url)
  if (hash !== '' || search !== '') {
    fail('VALIDATION_FAILED', { issues: [{ path: '/base_url', message: 'must end with its path' }] })
  }
  return href
}

// The path of a URL may contain a token, so only the host is recorded.
function hostOf(baseUrl: string | null): { host?: string } {
  return baseUrl === null ? {} : { host: new URL(baseUrl).host }
}
