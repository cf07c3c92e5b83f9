import type { Address } from '../../../deliverability/address/index.ts'
import { type Verdict, judge } from '../../../deliverability/verdict/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { type Db, type Store, statementwise } from '../../../platform/storage/index.ts'
import { deletePatterns } from '../patterns/index.ts'
import { type Findings, evidenceOf } from '../verifier/index.ts'
import * as rows from './store.ts'

/** The keyed hash of a mailbox within a project; without the installation's secret nobody can try addresses on it. */
export type AddressHash = (projectId: string, address: Pick<Address, 'normalized'>) => string

/** Hashes for this installation. Each project has its own, so that two cannot be compared. */
export function createHash(vault: Pick<Vault, 'sign'>): AddressHash {
  return (projectId, { normalized }) => vault.sign(`verified address\n${projectId}\n${normalized}`)
}

/** What is cached of an address. */
export interface Cached {
  /** Found so lately that it still holds. */
  readonly findings?: Findings
  /** Days since the mailbox was last found to exist. */
  readonly verifiedDaysAgo?: number
  /** Days since it was last found to be missing, where it was not found to exist since. */
  readonly missingDaysAgo?: number
  /** How often in a row its mail server asked to come back later. */
  readonly deferrals: number
}

const dayMs = 86_400_000
const cacheMs = limits.verificationCacheHours * 3_600_000

/** What a project caches of an address. */
export async function recall(db: Db, projectId: string, hash: string, nowMs: number): Promise<Cached> {
  const row = await rows.selectAddress(db, projectId, hash)
  return row === undefined ? { deferrals: 0 } : cachedOf(row, nowMs)
}

/** The same of many, by their hashes; those of which nothing is cached are missing. */
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
  // What a clock that was ahead wrote would hold for as long as it was ahead.
  const leftMs = (row.findingsUntil ?? nowMs) - nowMs
  const isFresh = row.findings !== null && leftMs > 0 && leftMs <= cacheMs
  const daysSince = (timeMs: number) => Math.max(0, Math.floor((nowMs - timeMs) / dayMs))
  return {
    deferrals: row.deferrals,
    // Written by `cache`, and nobody else.
    ...(isFresh ? { findings: row.findings as Findings } : {}),
    ...(row.acceptedAt === null ? {} : { verifiedDaysAgo: daysSince(row.acceptedAt) }),
    ...(isMissing(row) ? { missingDaysAgo: daysSince(row.missingAt ?? 0) } : {}),
  }
}

function isMissing({ acceptedAt, missingAt }: rows.AddressRow): boolean {
  return missingAt !== null && missingAt > (acceptedAt ?? 0)
}

/** Caches what was found. Only what was worth a credit answers for the next hours: the rest may change any minute. */
export function cache(
  db: Db,
  { projectId, hash, findings }: { projectId: string; hash: string; findings: Findings },
): Promise<void> {
  return cacheMany(db, projectId, [{ hash, findings }])
}

/** The same of many, in one statement. */
export async function cacheMany(
  db: Db,
  projectId: string,
  found: readonly { hash: string; findings: Findings }[],
): Promise<void> {
  // A statement changes a row once: what was found last counts.
  const byHash = new Map(found.map((each) => [each.hash, rowOf(projectId, each)]))
  await rows.upsertAddresses(db, [...byHash.values()])
}

function rowOf(projectId: string, { findings, hash }: { hash: string; findings: Findings }): rows.AddressRow {
  const { isCharged, reachable, subStatus }: Verdict = judge(evidenceOf(findings))
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

/** Forgets findings after their hours and addresses and patterns after their days; answers how many it touched. */
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
