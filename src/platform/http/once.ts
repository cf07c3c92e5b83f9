import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../identity/index.ts'
import type { Db, Store } from '../storage/index.ts'
import { exchangeOf } from './exchange.ts'
import { type KeptAnswer, claimKey, findAnswer, forgetAnswers, keepAnswer } from './store.ts'

/** What `once` needs of a handler's context. */
export type OnceContext = {
  request: Request
  set: { status?: number | string; headers: Record<string, string | number> }
  /** What tells one body from another, where the handler has read it itself. */
  bodyHash?: string
}

/**
 * Runs the effect of a POST in one transaction, at most once per Idempotency-Key of the project.
 *
 * The effect sets status, `location` and `etag` on `set` and gives the body; a nested `store.tx` joins the transaction.
 * Only an answer that succeeded is kept, together with what it did: a call that failed changed nothing, so repeating it
 * runs it again. It is kept sealed, because some answers show a secret once. A repeated call within `limits.idempotencyHours` gets the kept answer and `Idempotency-Replayed: true`.
 * Fails with IDEMPOTENCY_KEY_REUSED for another path or body under the same key, IDEMPOTENCY_IN_PROGRESS while the first
 * call runs, MALFORMED_REQUEST for a key that is empty, too long or not printable ASCII.
 */
export type Once = <T>(context: OnceContext, effect: (db: Db) => Promise<T>) => Promise<T>

const keptHeaders = ['location', 'etag', 'content-type'] as const
const printable = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyLength}}$`)
const keptMs = limits.idempotencyHours * 3_600_000
const cleanEveryMs = 60_000

/** `once` over a store. Keys in use are remembered in this process; on Postgres also by a lock all replicas see. */
export function createOnce(store: Store, vault: Pick<Vault, 'seal' | 'open'>): Once {
  const running = new Set<string>()
  let cleanAt = 0

  async function underKey<T>(
    context: OnceContext,
    { projectId, key, requestHash }: { projectId: string; key: string; requestHash: string },
    effect: (db: Db) => Promise<T>,
  ): Promise<T> {
    const now = Date.now()
    return store.tx(async (db) => {
      if (!(await claimKey(db, projectId, key))) return stillRunning()
      const kept = await findAnswer(db, projectId, key, now)
      if (kept !== undefined)
        return replay<T>(context, { ...kept, body: kept.body && vault.open(kept.body) }, requestHash)
      const body = await effect(db)
      const answer = { requestHash, ...answerOf(context, body) }
      if (now >= cleanAt) {
        cleanAt = now + cleanEveryMs
        await forgetAnswers(db, now)
      }
      const sealed = { ...answer, body: answer.body && vault.seal(answer.body) }
      await keepAnswer(db, { projectId, key, ...sealed, createdAt: now, expiresAt: now + keptMs })
      return body
    })
  }

  return async (context, effect) => {
    const exchange = exchangeOf(context.request)
    const key = context.request.headers.get('idempotency-key')
    if (key === null || exchange.caller === undefined) return store.tx(effect)
    if (!printable.test(key))
      fail('MALFORMED_REQUEST', `Idempotency-Key takes 1 to ${limits.idempotencyKeyLength} printable ASCII characters.`)
    const { projectId } = exchange.caller
    const name = `${projectId} ${key}`
    if (running.has(name)) stillRunning()
    running.add(name)
    try {
      const bodyHash = context.bodyHash ?? exchange.bodyHash ?? ''
      const requestHash = Bun.SHA256.hash(`${exchange.method} ${exchange.path}\n${bodyHash}`, 'hex')
      return await underKey(context, { projectId, key, requestHash }, effect)
    } finally {
      running.delete(name)
    }
  }
}

function stillRunning(): never {
  fail('IDEMPOTENCY_IN_PROGRESS', { headers: { 'retry-after': '1' } })
}

function answerOf({ set }: OnceContext, body: unknown): Omit<KeptAnswer, 'requestHash'> {
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) if (set.headers[name] !== undefined) headers[name] = String(set.headers[name])
  const status = typeof set.status === 'number' ? set.status : 200
  return { status, headers, body: body === undefined ? null : JSON.stringify(body) }
}

// The body was made by the same effect, so it has its type.
function replay<T>({ set }: OnceContext, kept: KeptAnswer, requestHash: string): T {
  if (kept.requestHash !== requestHash) fail('IDEMPOTENCY_KEY_REUSED')
  set.status = kept.status
  Object.assign(set.headers, kept.headers, { 'idempotency-replayed': 'true' })
  return (kept.body === null ? undefined : JSON.parse(kept.body)) as T
}
