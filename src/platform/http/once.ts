import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Caller, Vault } from '../identity/index.ts'
import type { Db, Store, TxOptions } from '../storage/index.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { withoutSecrets } from './shown-once.ts'
import {
  type StoredResponse,
  claimKey,
  findResponse,
  deleteExpiredResponses,
  storeResponse,
  responseContext,
} from './store.ts'

export type OnceContext = {
  request: Request
  set: { status?: number | string; headers: Record<string, string | number> }
  /** Hash of the body, if the handler has read it itself. */
  bodyHash?: string
  /** The resource, if neither path, query nor body name it. */
  resource?: string
  tx?: TxOptions
}

/**
 * Runs the effect of a POST in one transaction, at most once per Idempotency-Key of the caller: the API key, account or
 * plugin user. The same Idempotency-Key of another caller is another key.
 *
 * The effect sets status, `location` and `etag` on `set` and returns the body; a nested `store.tx` joins the transaction.
 * Only a response that succeeded is stored, together with the changes of the call: a call that failed changed nothing, so
 * repeating it runs it again. It is stored sealed, and without the secrets that its schema declares with `shownOnce`. A
 * repeated call within `limits.idempotencyHours` gets the stored response and `Idempotency-Replayed: true`, provided the
 * caller may still see the resources in the response. Fails with IDEMPOTENCY_KEY_REUSED for another path, query or body
 * under the same key, IDEMPOTENCY_IN_PROGRESS while the first call runs, MALFORMED_REQUEST for a key that is empty, too long
 * or not printable ASCII.
 */
export type Once = <T>(context: OnceContext, effect: (db: Db) => Promise<T>) => Promise<T>

/**
 * Asserts before a response is replayed that the caller may still see the resources with these ids; fails as reading them
 * would. The ids are those in the path, in `location` and in the body, of every kind, once each.
 */
export type AuthorizeReplay = (db: Db, caller: Caller, ids: readonly string[]) => Promise<void>

export type OnceDeps = {
  store: Store
  vault: Pick<Vault, 'seal' | 'open'>
  authorizeReplay?: AuthorizeReplay | undefined
}

const storedHeaders = ['location', 'etag', 'content-type'] as const
const printable = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyLength}}$`)
const storedMs = limits.idempotencyHours * 3_600_000
const cleanEveryMs = 60_000

/** Implements `once` with a store. Keys in use are cached in this process, and on Postgres also locked for all replicas. */
export function createOnce({ store, vault, authorizeReplay }: OnceDeps): Once {
  const running = new Set<string>()
  let cleanAt = 0

  async function underKey<T>(
    { context, exchange, caller }: { context: OnceContext; exchange: Exchange; caller: Caller },
    { key, requestHash }: { key: string; requestHash: string },
    effect: (db: Db) => Promise<T>,
  ): Promise<T> {
    const { projectId } = caller
    const again = beginsAnew(context)
    return store.tx(async (db) => {
      again()
      const now = db.nowMs()
      if (!(await claimKey(db, projectId, key))) return stillRunning()
      const stored = await findResponse(db, projectId, key, now)
      if (stored !== undefined) {
        if (stored.requestHash !== requestHash) fail('IDEMPOTENCY_KEY_REUSED')
        const body: unknown =
          stored.body === null ? undefined : JSON.parse(vault.open(stored.body, responseContext(projectId, key)))
        const named = idsIn([exchange.path.split('/'), stored.headers['location']?.split('/'), body])
        await authorizeReplay?.(db, caller, [...named])
        return replay<T>(context, stored, body)
      }
      const body = await effect(db)
      const response = { requestHash, ...storableResponse(context, exchange, body) }
      if (now >= cleanAt) {
        cleanAt = now + cleanEveryMs
        await deleteExpiredResponses(db, now)
      }
      const sealed = { ...response, body: response.body && vault.seal(response.body, responseContext(projectId, key)) }
      await storeResponse(db, { projectId, key, ...sealed, createdAt: now, expiresAt: now + storedMs })
      return body
    }, context.tx)
  }

  return async (context, effect) => {
    const exchange = exchangeOf(context.request)
    const { caller } = exchange
    const idempotencyKey = context.request.headers.get('idempotency-key')
    if (idempotencyKey === null || caller === undefined) {
      const again = beginsAnew(context)
      return store.tx((db) => {
        again()
        return effect(db)
      }, context.tx)
    }
    if (!printable.test(idempotencyKey))
      fail(
        'MALFORMED_REQUEST',
        `Idempotency-Key must be 1 to ${limits.idempotencyKeyLength} printable ASCII characters.`,
      )
    const { kind, id } = caller.actor
    const key = Bun.SHA256.hash(JSON.stringify([kind, id, idempotencyKey]), 'hex')
    const name = `${caller.projectId} ${key}`
    if (running.has(name)) stillRunning()
    running.add(name)
    try {
      const { method, path, search } = exchange
      const bodyHash = context.bodyHash ?? exchange.bodyHash ?? ''
      const target = search === '' ? path : `${path}?${search}`
      const about = context.resource === undefined ? '' : `\n${context.resource}`
      const requestHash = Bun.SHA256.hash(`${method} ${target}\n${bodyHash}${about}`, 'hex')
      return await underKey({ context, exchange, caller }, { key, requestHash }, effect)
    } finally {
      running.delete(name)
    }
  }
}

/** Returns a function that resets status and headers before a transaction is retried. */
function beginsAnew({ set }: OnceContext): () => void {
  const { status } = set
  const headers = { ...set.headers }
  return () => {
    if (status === undefined) delete set.status
    else set.status = status
    for (const name of Object.keys(set.headers)) if (!(name in headers)) delete set.headers[name]
    Object.assign(set.headers, headers)
  }
}

function stillRunning(): never {
  fail('IDEMPOTENCY_IN_PROGRESS', { headers: { 'retry-after': '1' } })
}

function storableResponse(
  { set }: OnceContext,
  { operation }: Exchange,
  body: unknown,
): Omit<StoredResponse, 'requestHash'> {
  const headers: Record<string, string> = {}
  for (const name of storedHeaders) if (set.headers[name] !== undefined) headers[name] = String(set.headers[name])
  const status = typeof set.status === 'number' ? set.status : 200
  const redacted = withoutSecrets(operation?.responses[status], body)
  return { status, headers, body: redacted === undefined ? null : JSON.stringify(redacted) }
}

// The same effect made the body, so it has the right type; a secret in it is null, as its schema allows.
function replay<T>({ set }: OnceContext, stored: StoredResponse, body: unknown): T {
  set.status = stored.status
  Object.assign(set.headers, stored.headers, { 'idempotency-replayed': 'true' })
  return body as T
}

const id = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/

/** Every text in a value that consists of one id. A failed item of a bulk call contains only ids that the caller sent. */
function idsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string' && id.test(value)) found.add(value)
  else if (typeof value === 'object' && value !== null && !('ok' in value && value.ok === false))
    for (const member of Object.values(value)) idsIn(member, found)
  return found
}
