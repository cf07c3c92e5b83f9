import type { Address } from '../../../deliverability/address/index.ts'
import { type Verdict, evaluate } from '../../../deliverability/verdict/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { type Db, type Store, statementwise } from '../../../platform/storage/index.ts'
import { deletePatterns } from '../patterns/index.ts'
import { type Findings, evidenceOf } from '../verifier/index.ts'
import * as rows from './store.ts'

/**
 * Keyed hash of a mailbox within a project. Without the secret of the instance, guessed addresses cannot be tested against
 * it.
 */
export interface AddressHash {
  (projectId: string, address: Pick<Address, 'normalized'>): string
  /** The hashes under every secret of the instance, the current one first. */
  all(projectId: string, address: Pick<Address, 'normalized'>): readonly string[]
}

/** The project id is part of the hash, so that rows of two projects cannot be compared. */
export function createHash(vault: Pick<Vault, 'sign' | 'signatures'>): AddressHash {
  const payload = (projectId: string, { normalized }: Pick<Address, 'normalized'>) =>
    `verified address\n${projectId}\n${normalized}`
  return Object.assign((...of: Parameters<typeof payload>) => vault.sign(payload(...of)), {
    all: (...of: Parameters<typeof payload>) => vault.signatures(payload(...of)),
  })
}

export interface Cached {
  /** Undefined if expired. */
  readonly findings?: Findings
  /** Days since the mailbox was last found to exist. */
  readonly verifiedDaysAgo?: number
  /** Days since the mailbox was last found missing; undefined if it was found to exist later. */
  readonly missingDaysAgo?: number
  /** Consecutive deferrals (4xx) by its mail server. */
  readonly deferrals: number
}

const dayMs = 86_400_000
const cacheMs = limits.verificationCacheHours * 3_600_000

export async function recall(db: Db, projectId: string, hash: string, nowMs: number): Promise<Cached> {
  const row = await rows.selectAddress(db, projectId, hash)
  return row === undefined ? { deferrals: 0 } : cachedOf(row, nowMs)
}

/** Keyed by hash; mailboxes without a cache entry are missing. */
export async function recallMany(
  db: Db,
  projectId: string,
  hashes: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, Cached>> {
  const found = await rows.selectAddresses(db, projectId, hashes)
  return new Map(found.map((row) => [row.addressHash, cachedOf(row, nowMs)]))
}

function cachedOf(row: rows.AddressRow, nowMs: number): Cached {
  // An entry written while the clock was ahead would be fresh for too long.
  const leftMs = (row.findingsUntil ?? nowMs) - nowMs
  const isFresh = row.findings !== null && leftMs > 0 && leftMs <= cacheMs
  const daysSince = (timeMs: number) => Math.max(0, Math.floor((nowMs - timeMs) / dayMs))
  return {
    deferrals: row.deferrals,
    // Only `cache` writes this column.
    ...(isFresh ? { findings: row.findings as Findings } : {}),
    ...(row.acceptedAt === null ? {} : { verifiedDaysAgo: daysSince(row.acceptedAt) }),
    ...(isMissing(row) ? { missingDaysAgo: daysSince(row.missingAt ?? 0) } : {}),
  }
}

function isMissing({ acceptedAt, missingAt }: rows.AddressRow): boolean {
  return missingAt !== null && missingAt > (acceptedAt ?? 0)
}

/** Only charged results are cached as findings; uncharged ones may change at any minute. */
export function cache(
  db: Db,
  { projectId, hash, findings }: { projectId: string; hash: string; findings: Findings },
): Promise<void> {
  return cacheMany(db, projectId, [{ hash, findings }])
}

/** Writes all entries in one statement. */
export async function cacheMany(
  db: Db,
  projectId: string,
  found: readonly { hash: string; findings: Findings }[],
): Promise<void> {
  // An upsert may touch a row only once; the last findings win.
  const byHash = new Map(found.map((each) => [each.hash, rowOf(projectId, each)]))
  await rows.upsertAddresses(db, [...byHash.values()])
}

function rowOf(projectId: string, { findings, hash }: { hash: string; findings: Findings }): rows.AddressRow {
  const { isCharged, reachable, subStatus }: Verdict = evaluate(evidenceOf(findings))
  const now = findings.verifiedAt
  return {
    projectId,
    addressHash: hash,
    subStatus,
    firstSeenAt: now,
    lastSeenAt: now,
    acceptedAt: reachable === 'safe' ? now : null,
    missingAt: subStatus === 'not_found' ? now : null,
    deferrals: subStatus === 'greylisted' || subStatus === 'deferred' ? 1 : 0,
    findings: isCharged ? findings : null,
    findingsUntil: isCharged ? now + cacheMs : null,
  }
}

const atOnce = 500

/** Deletes expired findings, addresses and patterns; returns the number of rows changed. */
export async function purgeCache(store: Store, nowMs: number, signal: AbortSignal): Promise<number> {
  const oldest = nowMs - limits.addressHistoryDays * dayMs
  let purged = 0
  for (const purge of [
    (db: Db) => rows.clearFindings(db, nowMs, atOnce),
    (db: Db) => rows.deleteAddresses(db, oldest, atOnce),
    (db: Db) => deletePatterns(db, oldest, atOnce),
  ]) {
    for (let some = atOnce; some === atOnce && !signal.aborted; purged += some)
      some = await store.tx(purge, statementwise)
  }
  return purged
}
