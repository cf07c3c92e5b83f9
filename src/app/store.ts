import { eq } from 'drizzle-orm'
import { type Db, lockRows } from '../platform/storage/index.ts'

/** Writes what the installation caches under a name unless something is there; true for the one who wrote. */
export async function claimSetting(db: Db, key: string, value: unknown): Promise<boolean> {
  const { settings } = db.tables
  const written = await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoNothing()
    .returning({ key: settings.key })
  return written.length > 0
}

/** The value of a setting; undefined when it was never written. */
export async function selectSetting(db: Db, key: string): Promise<unknown> {
  const { settings } = db.tables
  return (await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key)))[0]?.value
}

/** The value of a setting, locked until the transaction ends. */
export async function lockSetting(db: Db, key: string): Promise<unknown> {
  const { settings } = db.tables
  return (await lockRows(db, db.select().from(settings).where(eq(settings.key, key))))[0]?.value
}

/** Gives a setting that exists another value. */
export async function replaceSetting(db: Db, key: string, value: unknown): Promise<void> {
  const { settings } = db.tables
  await db.update(settings).set({ value }).where(eq(settings.key, key))
}
