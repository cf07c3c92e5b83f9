import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { createApiKey as createKeyText, createId, keyKind, keyPrefixShown } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Caller, type Scope, hasScope, hashKey, scopes as everyScope } from '../../../platform/identity/index.ts'
import type { Db, IdPage } from '../../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from '../actor.ts'
import { checkName } from '../names.ts'
import * as rows from '../store.ts'
import * as keys from './store.ts'

/** Signal that API keys changed: every replica clears its cache. */
export const keysSignal = 'api-keys'

/** An API key without its secret text: only the first characters are shown. Times are Unix ms. */
export interface ApiKey {
  id: string
  projectId: string
  name: string
  prefix: string
  scopes: Scope[]
  expiresAt: number | null
  /** End of the grace period of the replaced key text; null if there is none. */
  previousExpiresAt: number | null
  lastUsedAt: number | null
  createdAt: number
}

export interface NewApiKey {
  projectId: string
  name: string
  /** Defaults to `admin`, which implies all scopes. */
  scopes?: readonly string[]
  /** Unix time in ms; never expires if omitted. */
  expiresAt?: number
  /** A key text chosen by the operator, in place of a random one. */
  key?: string
  /** Limits the key to the credential that creates it; unlimited if omitted. */
  creator?: Creator
  /** JSON Pointer of the object that describes the key in the request, for issues; the body itself unless given. */
  path?: string
}

/** The credential that creates or rotates a key: the key may not outlive it or have more scopes. */
export type Creator = Pick<Caller, 'expiresAt' | 'scopes'>

/**
 * Creates an API key; its text is only returned here, storage has a hash. Names are unique among a project's live keys
 * (NAME_TAKEN), so that they can be told apart in a list; a project has at most `limits.apiKeys` (LIMIT_REACHED).
 */
export async function createApiKey(
  db: Db,
  input: NewApiKey,
  actor: Actor = systemActor,
): Promise<ApiKey & { key: string }> {
  const key = input.key ?? createKeyText()
  const made = checkKey(input, { key, now: db.nowMs() })
  // Locks the project row, so that parallel requests count one after the other.
  const project = (await rows.lockProject(db, input.projectId)) ?? fail('PROJECT_NOT_FOUND')
  const live = await keys.selectLiveKeys(db, project.id)
  if (live.length >= limits.apiKeys) fail('LIMIT_REACHED', `A project is limited to ${limits.apiKeys} API keys.`)
  if (live.some((other) => other.name === made.name))
    fail('NAME_TAKEN', `Another key already has the name "${made.name}".`)
  const hash = hashKey(key)
  if (await keys.hasKeyHash(db, hash)) fail('NAME_TAKEN', 'This key is already installed.')
  await keys.insertKey(db, project.id, { ...made, hash })
  await audit(db, actor, {
    action: 'api_key.created',
    companyId: project.companyId,
    projectId: project.id,
    target: made.id,
    detail: { name: made.name, prefix: made.prefix, scopes: made.scopes },
  })
  return { ...made, key }
}

/** Keys that are not revoked, oldest first; includes expired ones, so that they can be seen and removed. */
export async function listApiKeys(db: Db, projectId: string): Promise<ApiKey[]> {
  return (await keys.selectLiveKeys(db, projectId)).map(shown)
}

/** A page of the same list, after `afterId`. */
export async function pageApiKeys(db: Db, projectId: string, page: IdPage): Promise<ApiKey[]> {
  return (await keys.selectLiveKeys(db, projectId, page)).map(shown)
}

/** A key of the project that is not revoked. */
export async function findApiKey(db: Db, projectId: string, keyId: string): Promise<ApiKey | undefined> {
  const row = await keys.selectLiveKey(db, projectId, keyId)
  return row && shown(row)
}

/**
 * Gives a live key a new text, which is only returned here. The replaced text is accepted for `graceSeconds`; a text
 * replaced earlier becomes invalid at once. KEY_NOT_FOUND if the project has no such live key, FORBIDDEN if the key outlives
 * the credential that rotates it, which could otherwise extend its own lifetime.
 */
export async function rotateApiKey(
  db: Db,
  projectId: string,
  { keyId, graceSeconds, creator }: { keyId: string; graceSeconds: number; creator?: Creator },
  actor: Actor = systemActor,
): Promise<ApiKey & { key: string }> {
  const project = await rows.lockProject(db, projectId)
  const old = (await keys.selectLiveKey(db, projectId, keyId)) ?? fail('KEY_NOT_FOUND')
  const lastAt = creator?.expiresAt ?? Infinity
  if ((old.expiresAt ?? Infinity) > lastAt)
    fail(
      'FORBIDDEN',
      `The key would outlive the calling credential, which expires at ${new Date(lastAt).toISOString()}.`,
    )
  const key = createKeyText()
  const previousExpiresAt = graceSeconds === 0 ? null : db.nowMs() + graceSeconds * 1000
  const change = {
    hash: hashKey(key),
    prefix: keyPrefixShown(key),
    previousHash: graceSeconds === 0 ? null : old.hash,
    previousExpiresAt,
  }
  const row = (await keys.updateKey(db, projectId, { keyId, change })) ?? fail('KEY_NOT_FOUND')
  db.signal(keysSignal)
  await audit(db, actor, {
    action: 'api_key.rotated',
    ...(project ? { companyId: project.companyId } : {}),
    projectId,
    target: keyId,
    detail: { name: row.name, prefix: row.prefix, grace_seconds: graceSeconds },
  })
  return { ...shown(row), key }
}

/** Revokes a key permanently, including its replaced text; KEY_NOT_FOUND if the project has no such live key. */
export async function revokeApiKey(
  db: Db,
  projectId: string,
  keyId: string,
  actor: Actor = systemActor,
): Promise<ApiKey> {
  const row =
    (await keys.updateKey(db, projectId, { keyId, change: { revokedAt: db.nowMs() } })) ?? fail('KEY_NOT_FOUND')
  db.signal(keysSignal)
  const project = await rows.selectProject(db, projectId)
  await audit(db, actor, {
    action: 'api_key.revoked',
    ...(project ? { companyId: project.companyId } : {}),
    projectId,
    target: keyId,
    detail: { name: row.name, prefix: row.prefix },
  })
  return shown(row)
}

function checkKey(input: NewApiKey, { key, now }: { key: string; now: number }): ApiKey {
  const { path = '' } = input
  const name = checkName(input.name, `${path}/name`)
  const issues: Issue[] = []
  const given = [...new Set(input.scopes ?? ['admin'])]
  const scopes = everyScope.filter((scope) => given.includes(scope))
  if (given.length === 0) issues.push({ path: `${path}/scopes`, message: 'provide at least one scope' })
  if (scopes.length < given.length) {
    const unknown = given.filter((scope) => !everyScope.some((known) => known === scope))
    const message = `unknown scopes: ${unknown.join(', ')}; use any of ${everyScope.join(', ')}`
    issues.push({ path: `${path}/scopes`, message })
  }
  const { creator } = input
  const beyond = scopes.filter((scope) => creator !== undefined && !hasScope(creator, scope))
  if (beyond.length > 0)
    issues.push({ path: `${path}/scopes`, message: `the key that calls does not have ${beyond.join(', ')}` })
  const lastAt = creator?.expiresAt ?? Infinity
  if (input.expiresAt !== undefined && input.expiresAt > lastAt) {
    const message = `must not be later than the expiry of the calling credential, ${new Date(lastAt).toISOString()}`
    issues.push({ path: `${path}/expires_at`, message })
  }
  if (input.expiresAt !== undefined && !(Number.isSafeInteger(input.expiresAt) && input.expiresAt > now)) {
    issues.push({ path: `${path}/expires_at`, message: 'must be in the future' })
  }
  if (keyKind(key) !== 'api') {
    issues.push({ path: `${path}/key`, message: 'a key is svc_ and 48 lowercase hexadecimal characters' })
  }
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  return {
    id: createId('key'),
    projectId: input.projectId,
    name,
    prefix: keyPrefixShown(key),
    scopes,
    expiresAt: input.expiresAt ?? creator?.expiresAt ?? null,
    previousExpiresAt: null,
    lastUsedAt: null,
    createdAt: now,
  }
}

function shown(row: keys.KeyRow): ApiKey {
  const { id, projectId, name, prefix, expiresAt, previousExpiresAt, lastUsedAt, createdAt } = row
  const scopes = everyScope.filter((scope) => row.scopes.includes(scope))
  return { id, projectId, name, prefix, scopes, expiresAt, previousExpiresAt, lastUsedAt, createdAt }
}
