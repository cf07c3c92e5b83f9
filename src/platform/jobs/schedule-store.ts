import { eq } from 'drizzle-orm'
import { type Db, type Tables, lockFreeRows } from '../storage/index.ts'

type ScheduleRow = Tables['jobSchedules']['$inferSelect']

export async function findSchedule(db: Db, name: string): Promise<ScheduleRow | undefined> {
  const { jobSchedules } = db.tables
  const [row] = await db.select().from(jobSchedules).where(eq(jobSchedules.name, name))
  return row
}

/** Locks the row until the transaction ends; undefined while another replica holds the lock. */
export async function lockSchedule(db: Db, name: string): Promise<ScheduleRow | undefined> {
  const { jobSchedules } = db.tables
  const [row] = await lockFreeRows(db, db.select().from(jobSchedules).where(eq(jobSchedules.name, name)))
  return row
}

/** No effect if another replica has added it. */
export async function addSchedule(db: Db, row: ScheduleRow): Promise<void> {
  await db.insert(db.tables.jobSchedules).values(row).onConflictDoNothing()
}

export async function updateSchedule(db: Db, { name, ...row }: ScheduleRow): Promise<void> {
  const { jobSchedules } = db.tables
  await db.update(jobSchedules).set(row).where(eq(jobSchedules.name, name))
}
