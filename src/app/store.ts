import { eq } from 'drizzle-orm'
import { type Db, lockRows } from '../platform/storage/index.ts'

/** Writes a setting unless it exists; returns true if it was written. */
export async function claimSetting(db: Db, key: string, value: unknown): Promise<boolean> {
  const { settings } = db.tables
  const written = await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoNothing()
    .returning({ key: settings.key })
  return written.length > 0
}

/** Undefined if it was never written. */
export async function selectSetting(db: Db, key: string): Promise<unknown> {
  const { settings } = db.tables
  return (await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key)))[0]?.value
}

/** Locks the setting until the transaction ends. */
export async function lockSetting(db: Db, key: string): Promise<unknown> {
  const { settings } = db.tables
  return (await lockRows(db, db.select().from(settings).where(eq(settings.key, key))))[0]?.value
}

/** Writes or replaces a setting. */
export async function saveSetting(db: Db, key: string, value: unknown): Promise<void> {
  const { settings } = db.tables
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
}

export async function replaceSetting(db: Db, key: string, value: unknown): Promise<void> {
  const { settings } = db.tables
  await db.update(settings).set({ value }).where(eq(settings.key, key))
}
