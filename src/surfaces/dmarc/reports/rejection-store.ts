/** SQL of rejected reports. `domainNo` is that of a domain whose token or project was checked. */
import { lt, sql } from 'drizzle-orm'
import type { Db, Tables } from '../../../platform/storage/index.ts'

export type RejectionRow = Tables['dmarcRejections']['$inferSelect']

export async function addRejections(db: Db, row: RejectionRow): Promise<void> {
  const { dmarcRejections: t } = db.tables
  await db
    .insert(t)
    .values(row)
    .onConflictDoUpdate({
      target: [t.domainNo, t.day, t.code],
      set: { reports: sql`${t.reports} + ${row.reports}`, reason: row.reason },
    })
}

/** Deletes counts of all projects before a day. */
export async function deleteOldRejections(db: Db, beforeDay: number): Promise<void> {
  const { dmarcRejections: t } = db.tables
  await db.delete(t).where(lt(t.day, beforeDay))
}
