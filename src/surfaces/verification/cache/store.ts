/** SQL of the verification cache. */
import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { type Db, type Tables, isAmongTexts, prepared } from '../../../platform/storage/index.ts'

export type AddressRow = Tables['verifiedAddresses']['$inferSelect']

const byHash = prepared((db) => {
  const { verifiedAddresses } = db.tables
  return db
    .select()
    .from(verifiedAddresses)
    .where(
      and(
        eq(verifiedAddresses.projectId, sql.placeholder('projectId')),
        eq(verifiedAddresses.addressHash, sql.placeholder('addressHash')),
      ),
    )
})

export async function selectAddress(db: Db, projectId: string, addressHash: string): Promise<AddressRow | undefined> {
  return (await byHash(db, { projectId, addressHash }))[0]
}

const byHashes = prepared((db) => {
  const { verifiedAddresses: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(eq(t.projectId, sql.placeholder('projectId')), isAmongTexts(db, t.addressHash, sql.placeholder('hashes'))),
    )
})

export async function selectAddresses(db: Db, projectId: string, hashes: readonly string[]): Promise<AddressRow[]> {
  return hashes.length === 0 ? [] : byHashes(db, { projectId, hashes: JSON.stringify(hashes) })
}

/**
 * Upserts distinct addresses. First seen, last accepted and last missing keep their values if a row has no newer ones;
 * deferrals add up. Rows are sorted by hash, so that concurrent transactions do not deadlock.
 */
export async function upsertAddresses(db: Db, found: readonly AddressRow[]): Promise<void> {
  if (found.length === 0) return
  const ordered = found.toSorted((one, other) => (one.addressHash < other.addressHash ? -1 : 1))
  const list = JSON.stringify(ordered.map(({ findings, ...row }) => (findings === null ? row : { ...row, findings })))
  const columns = sql`(project_id, address_hash, sub_status, first_seen_at, last_seen_at, accepted_at, missing_at,
    deferrals, findings, findings_until)`
  const source =
    db.dialect === 'sqlite'
      ? sql`select value ->> 'projectId', value ->> 'addressHash', value ->> 'subStatus', value ->> 'firstSeenAt',
          value ->> 'lastSeenAt', value ->> 'acceptedAt', value ->> 'missingAt', value ->> 'deferrals', value -> 'findings',
          value ->> 'findingsUntil' from json_each(${list}) where true`
      : sql`select "projectId", "addressHash", "subStatus", "firstSeenAt", "lastSeenAt", "acceptedAt", "missingAt",
          deferrals, findings, "findingsUntil" from json_to_recordset(${list}::text::json) as r ("projectId" text,
          "addressHash" text, "subStatus" text, "firstSeenAt" bigint, "lastSeenAt" bigint, "acceptedAt" bigint,
          "missingAt" bigint, deferrals integer, findings json, "findingsUntil" bigint)`
  await db.rows(sql`insert into verified_addresses ${columns} ${source}
    on conflict (project_id, address_hash) do update set sub_status = excluded.sub_status,
      last_seen_at = excluded.last_seen_at, findings = excluded.findings, findings_until = excluded.findings_until,
      deferrals = case when excluded.deferrals = 0 then 0 else verified_addresses.deferrals + excluded.deferrals end,
      accepted_at = coalesce(excluded.accepted_at, verified_addresses.accepted_at),
      missing_at = coalesce(excluded.missing_at, verified_addresses.missing_at)`)
}

/** Clears expired findings; returns the number of rows. */
export async function clearFindings(db: Db, nowMs: number, limit: number): Promise<number> {
  const { verifiedAddresses } = db.tables
  const { addressHash, findingsUntil, projectId } = verifiedAddresses
  const some = await db
    .select({ projectId, addressHash })
    .from(verifiedAddresses)
    .where(lte(findingsUntil, nowMs))
    .orderBy(asc(findingsUntil))
    .limit(limit)
  const hashes = some.map((each) => each.addressHash)
  if (hashes.length === 0) return 0
  await db
    .update(verifiedAddresses)
    .set({ findings: null, findingsUntil: null })
    .where(and(inArray(addressHash, hashes), lte(findingsUntil, nowMs)))
  return hashes.length
}

/** Deletes addresses not verified since `beforeMs`; returns the number of rows. */
export async function deleteAddresses(db: Db, beforeMs: number, limit: number): Promise<number> {
  const { verifiedAddresses } = db.tables
  const { addressHash, lastSeenAt } = verifiedAddresses
  const some = await db
    .select({ addressHash })
    .from(verifiedAddresses)
    .where(lt(lastSeenAt, beforeMs))
    .orderBy(asc(lastSeenAt))
    .limit(limit)
  const hashes = some.map((each) => each.addressHash)
  if (hashes.length === 0) return 0
  await db.delete(verifiedAddresses).where(and(inArray(addressHash, hashes), lt(lastSeenAt, beforeMs)))
  return hashes.length
}
