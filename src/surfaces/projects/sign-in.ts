import { fail } from '../../kernel/errors/index.ts'
import type { Evidence } from '../../platform/audit/index.ts'
import { clientNetwork } from '../../platform/net/index.ts'
import { verifyPassword } from '../../platform/identity/index.ts'
import { type Db, type Store, statementwise } from '../../platform/storage/index.ts'
import { audit } from './actor.ts'
import { createBrowserToken, knownBrowser } from './known-browsers.ts'
import { normalPassword } from './passwords.ts'
import * as rows from './store.ts'
import { type User, normalEmail, shownUser } from './users.ts'

export interface SignIn {
  email: string
  password: string
  /** The caller's address, as the connection gives it. */
  ip?: string
  requestId?: string
  /** What `createBrowserToken` gave this browser when somebody signed in with it before. */
  browserToken?: string | undefined
  nowMs?: number
}

const windowMs = 15 * 60 * 1000

/** An account that was just signed in to, and what lets its browser sign in again while strangers guess. */
export interface SignedIn {
  user: User
  browserToken: string
}

/**
 * The account whose address and password these are, or SIGN_IN_FAILED, in about the same time whether the address is
 * known. After too many failures in a quarter of an hour RATE_LIMIT_EXCEEDED, before the password is inspected; a browser
 * that knew the password before is counted apart, so that nobody locks an owner out by guessing.
 * Takes the store because a failure must stay counted although it throws.
 */
export async function signIn(store: Store, evidence: Pick<Evidence, 'noteBounded'>, input: SignIn): Promise<SignedIn> {
  const nowMs = input.nowMs ?? store.read.nowMs()
  const email = normalEmail(input.email).slice(0, 254)
  const ip = input.ip ?? ''
  const windowStart = Math.floor(nowMs / windowMs) * windowMs
  const row = await rows.selectUserByEmail(store.read, email)
  const browser = row && knownBrowser(row, input.browserToken)
  const attempt = { email, ip, browser }
  // Counted before it is judged: parallel guesses cannot slip under the limit.
  if (!(await store.tx((db) => countAttempt(db, attempt, windowStart), statementwise))) {
    fail('RATE_LIMIT_EXCEEDED', {
      detail: 'Too many attempts to sign in.',
      headers: { 'Retry-After': String(Math.ceil((windowStart + windowMs - nowMs) / 1000)) },
    })
  }
  const isRight = await verifyPassword(normalPassword(input.password), row?.passwordHash)
  if (row && isRight && row.disabledAt === null) {
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

/** The token for the browser in which an account was just made; undefined for an unknown account. */
export async function browserTokenFor(db: Db, email: string): Promise<string | undefined> {
  const row = await rows.selectUserByEmail(db, normalEmail(email))
  return row && createBrowserToken(row)
}

/** Forgets the attempts of windows that have ended, and answers how many counters that were. */
export async function purgeSignInCounts(db: Db, nowMs: number): Promise<number> {
  return rows.deleteSignInCounts(db, nowMs - windowMs)
}

interface Attempt {
  email: string
  ip: string
  /** Which browser it is that was signed in to the account before; undefined for all others. */
  browser: string | undefined
}

// The pair is strict; the address of the account alone is loose, or anybody could lock its owner out.
function bucketsOf({ browser, email, ip }: Attempt): { bucket: string; allowed: number }[] {
  return [
    { bucket: ownBucket({ browser, email, ip }), allowed: 10 },
    ...(browser === undefined ? [{ bucket: `sign-in:email:${email}`, allowed: 100 }] : []),
    ...(ip === '' || browser !== undefined ? [] : [{ bucket: `sign-in:ip:${clientNetwork(ip)}`, allowed: 100 }]),
  ]
}

/** The counter that only this browser, or this address with this account, adds to. */
function ownBucket({ browser, email, ip }: Attempt): string {
  return browser === undefined ? `sign-in:pair:${clientNetwork(ip)} ${email}` : `sign-in:browser:${browser}`
}

async function countAttempt(db: Db, attempt: Attempt, windowStart: number): Promise<boolean> {
  let isAllowed = true
  for (const { bucket, allowed } of bucketsOf(attempt)) {
    if ((await rows.countUp(db, bucket, windowStart)) > allowed) isAllowed = false
  }
  return isAllowed
}

async function enter(
  db: Db,
  row: rows.UserRow,
  {
    attempt,
    input: { ip = '', requestId },
    nowMs,
    windowStart,
  }: { input: SignIn; attempt: Attempt; windowStart: number; nowMs: number },
): Promise<SignedIn> {
  await rows.updateLastSignIn(db, row.id, nowMs)
  await rows.resetCount(db, ownBucket(attempt), windowStart)
  const from = { ...(ip === '' ? {} : { ip }), ...(requestId === undefined ? {} : { requestId }) }
  const actor = { kind: 'user' as const, id: row.id, ...from }
  await audit(db, actor, { action: 'user.signed_in', companyId: row.companyId, target: row.id })
  return { user: shownUser({ ...row, lastSignInAt: nowMs }), browserToken: createBrowserToken(row) }
}
