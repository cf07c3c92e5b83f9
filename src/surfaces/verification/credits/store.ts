/** SQL of credits. */
import { and, asc, eq, gt, gte, lt, lte, or, sql } from 'drizzle-orm'
import { limits } from '../../../kernel/limits.ts'
import { type Db, type Tables, lockRows, prepared, preparedInsert } from '../../../platform/storage/index.ts'

export type PeriodRow = Tables['creditPeriods']['$inferSelect']
export type HoldRow = Tables['creditHolds']['$inferSelect']
export type LedgerRow = Omit<Tables['creditLedger']['$inferSelect'], 'id'>
export type UsageRow = Tables['creditUsage']['$inferSelect']
export type Plan = Tables['companies']['$inferSelect']['plan']

/** Maximum duration of a hold, plus a minute for a clock that is set back. */
const maxMs = (limits.creditHoldMinutes + 1) * 60_000

const planOf = prepared((db) =>
  db
    .select({ plan: db.tables.companies.plan })
    .from(db.tables.companies)
    .where(eq(db.tables.companies.id, sql.placeholder('companyId'))),
)

export async function selectPlan(db: Db, companyId: string): Promise<Plan> {
  return (await planOf(db, { companyId }))[0]?.plan ?? 'free'
}

/** Undefined before the first movement. */
export async function selectPeriod(db: Db, companyId: string, period: string): Promise<PeriodRow | undefined> {
  return (
    await db
      .select()
      .from(db.tables.creditPeriods)
      .where(ofPeriod(db, companyId, period))
  )[0]
}

/** Creates the account if it is missing, and locks it until the transaction ends. */
export async function takePeriod(db: Db, companyId: string, period: string): Promise<PeriodRow & { isNew: boolean }> {
  const { creditPeriods } = db.tables
  const row: PeriodRow = { companyId, period, granted: null, used: 0 }
  const made = await db.insert(creditPeriods).values(row).onConflictDoNothing().returning()
  if (made.length > 0) return { ...row, isNew: true }
  const [known] = await lockRows(
    db,
    db
      .select()
      .from(creditPeriods)
      .where(ofPeriod(db, companyId, period)),
  )
  return { ...(known ?? row), isNew: false }
}

/** Changes granted and used credits of an account that the transaction has locked. */
export async function updatePeriod(
  db: Db,
  { companyId, period }: Pick<PeriodRow, 'companyId' | 'period'>,
  change: Partial<Pick<PeriodRow, 'granted' | 'used'>>,
): Promise<void> {
  await db
    .update(db.tables.creditPeriods)
    .set(change)
    .where(ofPeriod(db, companyId, period))
}

export const insertHold = preparedInsert((tables) => tables.creditHolds)

/** Undefined if the hold has ended before. */
export async function deleteHold(db: Db, holdId: string): Promise<HoldRow | undefined> {
  const { creditHolds } = db.tables
  return (await db.delete(creditHolds).where(eq(creditHolds.id, holdId)).returning())[0]
}

/** Credits that a company has reserved in a month for running work. */
export async function sumHolds(db: Db, companyId: string, period: string): Promise<number> {
  const { creditHolds } = db.tables
  const [sum] = await db
    .select({ held: sql<number | string | null>`sum(${creditHolds.amount})` })
    .from(creditHolds)
    .where(and(eq(creditHolds.companyId, companyId), eq(creditHolds.period, period)))
  return Number(sum?.held ?? 0)
}

/** Credits that a project spent in a month or has set aside in it. */
export async function sumOfProject(db: Db, projectId: string, period: string): Promise<number> {
  const { creditHolds } = db.tables
  const [sum] = await db
    .select({ held: sql<number | string | null>`sum(${creditHolds.amount})` })
    .from(creditHolds)
    .where(and(eq(creditHolds.projectId, projectId), eq(creditHolds.period, period)))
  const spent = await selectUsage(db, projectId, period)
  return spent.reduce((total, { credits }) => total + credits, Number(sum?.held ?? 0))
}

/** Takes credits from a hold; undefined when it has ended, or has not so many. */
export async function reduceHold(db: Db, holdId: string, credits: number): Promise<HoldRow | undefined> {
  const { creditHolds } = db.tables
  const { amount, id } = creditHolds
  return (
    await db
      .update(creditHolds)
      .set({ amount: sql`${amount} - ${credits}` })
      .where(and(eq(id, holdId), gte(amount, credits)))
      .returning()
  )[0]
}

/**
 * Expired holds, oldest first. A hold that ends later than the maximum was created while the clock was ahead, and counts as
 * expired.
 */
export async function selectForgottenHolds(db: Db, nowMs: number, limit: number): Promise<HoldRow[]> {
  const { creditHolds } = db.tables
  return db
    .select()
    .from(creditHolds)
    .where(or(lte(creditHolds.expiresAt, nowMs), gt(creditHolds.expiresAt, nowMs + maxMs)))
    .orderBy(asc(creditHolds.expiresAt))
    .limit(limit)
}

export async function insertLedger(db: Db, rows: readonly LedgerRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(db.tables.creditLedger).values([...rows])
}

export async function addUsage(db: Db, row: UsageRow): Promise<void> {
  if (row.credits === 0 && row.calls === 0) return
  const { creditUsage } = db.tables
  await db
    .insert(creditUsage)
    .values(row)
    .onConflictDoUpdate({
      target: [creditUsage.projectId, creditUsage.day, creditUsage.operation],
      set: {
        credits: sql`${creditUsage.credits} + ${row.credits}`,
        calls: sql`${creditUsage.calls} + ${row.calls}`,
      },
    })
}

/** Usage of a project in a month, by day and operation. */
export async function selectUsage(db: Db, projectId: string, period: string): Promise<UsageRow[]> {
  const { creditUsage } = db.tables
  return db
    .select()
    .from(creditUsage)
    .where(
      and(
        eq(creditUsage.projectId, projectId),
        gte(creditUsage.day, `${period}-01`),
        lt(creditUsage.day, `${period}-99`),
      ),
    )
    .orderBy(asc(creditUsage.day), asc(creditUsage.operation))
}

function ofPeriod({ tables: { creditPeriods } }: Db, companyId: string, period: string) {
  return and(eq(creditPeriods.companyId, companyId), eq(creditPeriods.period, period))
}
