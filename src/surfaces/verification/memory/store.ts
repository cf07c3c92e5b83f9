/** The SQL of what is remembered of addresses. */
import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { type Db, type Tables, prepared } from '../../../platform/storage/index.ts'

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

/** What a project remembers of an address. */
export async function selectAddress(db: Db, projectId: string, addressHash: string): Promise<AddressRow | undefined> {
  return (await byHash(db, { projectId, addressHash }))[0]
}

/** Writes what was found; when it was first seen, last accepted and last missing stay where the row says nothing new, and deferrals add up. */
export async function upsertAddress(db: Db, row: AddressRow): Promise<void> {
  const { verifiedAddresses } = db.tables
  const { acceptedAt, deferrals, findings, findingsUntil, lastSeenAt, missingAt, subStatus } = row
  await db
    .insert(verifiedAddresses)
    .values(row)
    .onConflictDoUpdate({
      target: [verifiedAddresses.projectId, verifiedAddresses.addressHash],
      set: {
        subStatus,
        lastSeenAt,
        findings,
        findingsUntil,
        deferrals: deferrals === 0 ? 0 : sql`${verifiedAddresses.deferrals} + ${deferrals}`,
        ...(acceptedAt === null ? {} : { acceptedAt }),
        ...(missingAt === null ? {} : { missingAt }),
      },
    })
}

/** Forgets findings whose time is over; answers how many rows. */
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

/** Forgets addresses that nobody verified since; answers how many. */
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
