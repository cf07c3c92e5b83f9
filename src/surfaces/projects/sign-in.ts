import { fail } from '../../kernel/errors/index.ts'
import type { Evidence } from '../../platform/audit/index.ts'
import { clientNetwork } from '../../platform/net/index.ts'
import { verifyPassword } from '../../platform/identity/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { audit } from './actor.ts'
import { normalPassword } from './passwords.ts'
import * as rows from './store.ts'
import { type User, normalEmail, shownUser } from './users.ts'

export interface SignIn {
  email: string
  password: string
  /** The caller's address, as the connection gives it. */
  ip?: string
  requestId?: string
  nowMs?: number
}

const windowMs = 15 * 60 * 1000

/**
 * The account whose address and password these are, or SIGN_IN_FAILED, in about the same time whether the address is
 * known. After too many failures in a quarter of an hour RATE_LIMIT_EXCEEDED, before the password is looked at.
 * Takes the store because a failure must stay counted although it throws.
 */
export async function signIn(store: Store, evidence: Pick<Evidence, 'noteBounded'>, input: SignIn): Promise<User> {
  const nowMs = input.nowMs ?? Date.now()
  const email = normalEmail(input.email).slice(0, 254)
  const ip = input.ip ?? ''
  const windowStart = Math.floor(nowMs / windowMs) * windowMs
  // Counted before it is judged: parallel guesses cannot slip under the limit.
  if (!(await store.tx((db) => countAttempt(db, { email, ip, windowStart })))) {
    fail('RATE_LIMIT_EXCEEDED', {
      detail: 'Too many attempts to sign in.',
      headers: { 'Retry-After': String(Math.ceil((windowStart + windowMs - nowMs) / 1000)) },
    })
  }
  const row = await rows.selectUserByEmail(store.read, email)
  const isRight = await verifyPassword(normalPassword(input.password), row?.passwordHash)
  if (row && isRight) return store.tx((db) => enter(db, row, { input, windowStart, nowMs }))
  evidence.noteBounded({
    actor: { kind: 'anonymous', id: '' },
    action: 'user.sign_in_failed',
    ...(ip === '' ? {} : { ip }),
    ...(input.requestId === undefined ? {} : { requestId: input.requestId }),
    ...(row ? { companyId: row.companyId, target: row.id } : {}),
    subjects: [email],
  })
  return fail('SIGN_IN_FAILED')
}

/** Forgets the attempts of windows that have ended, and answers how many counters that were. */
export async function purgeSignInCounts(db: Db, nowMs: number): Promise<number> {
  return rows.deleteSignInCounts(db, nowMs - windowMs)
}

// The pair is strict; the address alone is loose, or anybody could lock its owner out.
function bucketsOf(email: string, ip: string): { bucket: string; allowed: number }[] {
  return [
    { bucket: pairBucket(email, ip), allowed: 10 },
    { bucket: `sign-in:email:${email}`, allowed: 100 },
    ...(ip === '' ? [] : [{ bucket: `sign-in:ip:${clientNetwork(ip)}`, allowed: 100 }]),
  ]
}

function pairBucket(email: string, ip: string): string {
  return `sign-in:pair:${clientNetwork(ip)} ${email}`
}

async function countAttempt(
  db: Db,
  { email, ip, windowStart }: { email: string; ip: string; windowStart: number },
): Promise<boolean> {
  let isAllowed = true
  for (const { bucket, allowed } of bucketsOf(email, ip)) {
    if ((await rows.countUp(db, bucket, windowStart)) > allowed) isAllowed = false
  }
  return isAllowed
}

async function enter(
  db: Db,
  row: rows.UserRow,
  { input: { ip = '', requestId }, windowStart, nowMs }: { input: SignIn; windowStart: number; nowMs: number },
): Promise<User> {
  await rows.updateLastSignIn(db, row.id, nowMs)
  await rows.resetCount(db, pairBucket(row.email, ip), windowStart)
  const from = { ...(ip === '' ? {} : { ip }), ...(requestId === undefined ? {} : { requestId }) }
  const actor = { kind: 'user' as const, id: row.id, ...from }
  await audit(db, actor, { action: 'user.signed_in', companyId: row.companyId, target: row.id })
  return shownUser({ ...row, lastSignInAt: nowMs })
}
