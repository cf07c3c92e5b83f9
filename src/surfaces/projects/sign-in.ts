import { fail } from '../../kernel/errors/index.ts'
import type { Evidence } from '../../platform/audit/index.ts'
import { clientNetwork } from '../../platform/net/index.ts'
import { verifyPassword } from '../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import { audit } from './actor.ts'
import { createBrowserToken, knownBrowser } from './known-browsers.ts'
import { normalPassword } from './passwords.ts'
import { type AttemptBucket, takeAttempts, windowOf } from './sign-in-limits.ts'
import * as rows from './store.ts'
import { type User, normalEmail, shownUser } from './users.ts'

export interface SignIn {
  email: string
  password: string
  /** IP address of the connection. */
  ip?: string
  requestId?: string
  /** Token from `createBrowserToken`, set when a user signed in with this browser before. */
  browserToken?: string | undefined
  /** True if the account also needs a code; `completeSignIn` then ends what `signIn` begins. */
  needsCode?: (userId: string) => Promise<boolean>
  nowMs?: number
}

/** The account, and a token that exempts its browser from limits caused by other clients. */
export interface SignedIn {
  user: User
  browserToken: string
}

/**
 * Checks email address and password. SIGN_IN_FAILED takes about the same time whether the account exists or not.
 * RATE_LIMIT_EXCEEDED after too many attempts in 15 minutes, before the password is checked; known browsers are counted
 * separately, so that an attacker cannot lock out the owner by guessing. Takes the store because a failure must stay counted
 * although it throws.
 */
export function signIn(
  store: Store,
  evidence: Pick<Evidence, 'noteBounded'>,
  input: SignIn & { needsCode?: undefined },
): Promise<SignedIn>
export function signIn(
  store: Store,
  evidence: Pick<Evidence, 'noteBounded'>,
  input: SignIn,
): Promise<SignedIn | { needsCodeOf: string }>
export async function signIn(
  store: Store,
  evidence: Pick<Evidence, 'noteBounded'>,
  input: SignIn,
): Promise<SignedIn | { needsCodeOf: string }> {
  const nowMs = input.nowMs ?? store.read.nowMs()
  const email = normalEmail(input.email).slice(0, 254)
  const ip = input.ip ?? ''
  const windowStart = windowOf(nowMs)
  const row = await rows.selectUserByEmail(store.read, email)
  const browser = row && knownBrowser(row, input.browserToken)
  const attempt = { email, ip, browser }
  // Counted before the password is checked, so that parallel guesses cannot exceed the limit.
  await takeAttempts(store, bucketsOf(attempt), nowMs)
  const isRight = await verifyPassword(normalPassword(input.password), row?.passwordHash)
  if (row && isRight && row.disabledAt === null) {
    if (await input.needsCode?.(row.id)) return { needsCodeOf: row.id }
    return store.tx((db) => enter(db, row, { input, attempt, windowStart, nowMs }))
  }
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

/** Signs in an account whose proofs were checked, `by` other means than a password. SIGN_IN_FAILED if it was removed or disabled meanwhile. */
export async function completeSignIn(
  store: Store,
  userId: string,
  from: Pick<SignIn, 'ip' | 'requestId'> & { by?: 'oidc' | 'passkey' },
): Promise<SignedIn> {
  const nowMs = store.read.nowMs()
  return store.tx(async (db) => {
    const row = await rows.lockUser(db, userId)
    if (row === undefined || row.disabledAt !== null) return fail('SIGN_IN_FAILED')
    const attempt = { email: row.email, ip: from.ip ?? '', browser: undefined }
    return enter(db, row, { input: from, attempt, windowStart: windowOf(nowMs), nowMs, by: from.by })
  }, underLocks)
}

/** The token for the browser in which an account was just created; undefined for an unknown account. */
export async function browserTokenFor(db: Db, email: string): Promise<string | undefined> {
  const row = await rows.selectUserByEmail(db, normalEmail(email))
  return row && createBrowserToken(row)
}

interface Attempt {
  email: string
  ip: string
  /** Id of a browser from which the user has signed in before; otherwise undefined. */
  browser: string | undefined
}

// The limit per account and IP network is strict; the limit per account alone is high, because attackers could use it to
// lock out the owner.
function bucketsOf({ browser, email, ip }: Attempt): AttemptBucket[] {
  return [
    { bucket: ownBucket({ browser, email, ip }), allowed: 10 },
    ...(browser === undefined ? [{ bucket: `sign-in:email:${email}`, allowed: 100 }] : []),
    ...(ip === '' || browser !== undefined ? [] : [{ bucket: `sign-in:ip:${clientNetwork(ip)}`, allowed: 100 }]),
  ]
}

/** The counter of this browser, or of this IP network and account. */
function ownBucket({ browser, email, ip }: Attempt): string {
  return browser === undefined ? `sign-in:pair:${clientNetwork(ip)} ${email}` : `sign-in:browser:${browser}`
}

async function enter(
  db: Db,
  row: rows.UserRow,
  {
    attempt,
    input: { ip = '', requestId },
    nowMs,
    windowStart,
    by,
  }: {
    input: Pick<SignIn, 'ip' | 'requestId'>
    attempt: Attempt
    windowStart: number
    nowMs: number
    by?: string | undefined
  },
): Promise<SignedIn> {
  await rows.updateLastSignIn(db, row.id, nowMs)
  await rows.resetCount(db, ownBucket(attempt), windowStart)
  const from = { ...(ip === '' ? {} : { ip }), ...(requestId === undefined ? {} : { requestId }) }
  const actor = { kind: 'user' as const, id: row.id, ...from }
  await audit(db, actor, {
    action: 'user.signed_in',
    companyId: row.companyId,
    target: row.id,
    ...(by === undefined ? {} : { detail: { by } }),
  })
  return { user: shownUser({ ...row, lastSignInAt: nowMs }), browserToken: createBrowserToken(row) }
}
