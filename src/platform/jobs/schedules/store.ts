import { eq } from 'drizzle-orm'
import { type Db, type Tables, lockFreeRows } from '../../storage/index.ts'

export type ScheduleRow = Tables['jobSchedules']['$inferSelect']

/** The row of a schedule. */
export async function findSchedule(db: Db, name: string): Promise<ScheduleRow | undefined> {
  const { jobSchedules } = db.tables
  const [row] = await db.select().from(jobSchedules).where(eq(jobSchedules.name, name))
  return row
}

/** The same, locked until the end of the transaction; undefined too while another replica has it locked. */
export async function lockSchedule(db: Db, name: string): Promise<ScheduleRow | undefined> {
  const { jobSchedules } = db.tables
  const [row] = await lockFreeRows(db, db.select().from(jobSchedules).where(eq(jobSchedules.name, name)))
  return row
}

/** Adds the row of a schedule unless another replica has. */
export async function addSchedule(db: Db, row: ScheduleRow): Promise<void> {
  await db.insert(db.tables.jobSchedules).values(row).onConflictDoNothing()
}

/** Changes the row of a schedule. */
export async function updateSchedule(db: Db, { name, ...row }: ScheduleRow): Promise<void> {
  const { jobSchedules } = db.tables
  await db.update(jobSchedules).set(row).where(eq(jobSchedules.name, name))
}
