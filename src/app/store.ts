import { eq } from 'drizzle-orm'
import type { Db } from '../platform/storage/index.ts'

/** Writes what the installation remembers under a name unless something is there; true for the one who wrote. */
export async function claimSetting(db: Db, key: string, value: unknown): Promise<boolean> {
  const { settings } = db.tables
  const written = await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoNothing()
    .returning({ key: settings.key })
  return written.length > 0
}

/** What the installation remembers under a name. */
export async function selectSetting(db: Db, key: string): Promise<unknown> {
  const { settings } = db.tables
  return (await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key)))[0]?.value
}
