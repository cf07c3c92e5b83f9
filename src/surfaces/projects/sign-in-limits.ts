/** Limits of attempts to prove an identity, counted in the database in windows of 15 minutes. */
import { fail } from '../../kernel/errors/index.ts'
import { type Db, type Store, statementwise } from '../../platform/storage/index.ts'
import { countUp, deleteSignInCounts } from './store.ts'

const windowMs = 15 * 60 * 1000

/** A counter and its max per window; the name starts with `sign-in:`. */
export interface AttemptBucket {
  bucket: string
  allowed: number
}

/** Start of the window, Unix milliseconds. */
export function windowOf(nowMs: number): number {
  return Math.floor(nowMs / windowMs) * windowMs
}

/** Counts in every bucket; RATE_LIMIT_EXCEEDED with Retry-After if one is full. A failure stays counted. */
export async function takeAttempts(store: Store, buckets: readonly AttemptBucket[], nowMs: number): Promise<void> {
  const windowStart = windowOf(nowMs)
  if (await store.tx((db) => countAttempts(db, buckets, windowStart), statementwise)) return
  fail('RATE_LIMIT_EXCEEDED', {
    detail: 'Too many sign-in attempts.',
    headers: { 'Retry-After': String(Math.ceil((windowStart + windowMs - nowMs) / 1000)) },
  })
}

/** The same for one kind of attempt of one account. */
export function takeAttempt(
  store: Store,
  { kind, of, allowed }: { kind: 'code' | 'confirm' | 'oidc' | 'passkey' | 'reset'; of: string; allowed: number },
): Promise<void> {
  return takeAttempts(store, [{ bucket: `sign-in:${kind}:${of}`, allowed }], store.read.nowMs())
}

/** Deletes the counters of windows that have ended; returns the number deleted. */
export async function purgeSignInCounts(db: Db, nowMs: number): Promise<number> {
  return deleteSignInCounts(db, nowMs - windowMs)
}

async function countAttempts(db: Db, buckets: readonly AttemptBucket[], windowStart: number): Promise<boolean> {
  let isAllowed = true
  for (const { bucket, allowed } of buckets) {
    if ((await countUp(db, bucket, windowStart)) > allowed) isAllowed = false
  }
  return isAllowed
}
