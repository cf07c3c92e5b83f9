import type { Kit } from '../kit.ts'
import type { companies } from './companies.ts'
import type { projects } from './projects.ts'

/** What a company may spend and has spent in each month: the sum of its ledger, kept so that it can be locked and read at once. */
export const creditPeriods = (k: Kit, company: ReturnType<typeof companies>) =>
  k.table(
    'credit_periods',
    {
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id, { onDelete: 'cascade' }),
      /** The month in UTC, as 2026-11. */
      period: k.text('period').notNull(),
      /** The credits of the plan as they were last granted; null is without limit. */
      granted: k.int('granted'),
      /** Reserved and settled. */
      used: k.big('used').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.companyId, t.period] })],
  )

/** Credits that are set aside for work that goes on. */
export const creditHolds = (k: Kit, company: ReturnType<typeof companies>, project: ReturnType<typeof projects>) =>
  k.table(
    'credit_holds',
    {
      id: k.text('id').primaryKey(),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id, { onDelete: 'cascade' }),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      period: k.text('period').notNull(),
      amount: k.int('amount').notNull(),
      operation: k.text('operation').notNull(),
      createdAt: k.big('created_at').notNull(),
      /** When they go back by themselves, for nobody settled them; null where the work keeps account of them. */
      expiresAt: k.big('expires_at'),
    },
    (t) => [
      k.index('credit_holds_company').on(t.companyId),
      k.index('credit_holds_project').on(t.projectId),
      k.index('credit_holds_expires').on(t.expiresAt),
    ],
  )

/** Every movement of credits; rows are only ever added. */
export const creditLedger = (k: Kit, company: ReturnType<typeof companies>, project: ReturnType<typeof projects>) =>
  k.table(
    'credit_ledger',
    {
      id: k.serial('id'),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id, { onDelete: 'cascade' }),
      /** Null for grants, which are the company's. */
      projectId: k.text('project_id').references(() => project.id, { onDelete: 'cascade' }),
      period: k.text('period').notNull(),
      kind: k.text<'grant' | 'reserve' | 'settle' | 'refund'>('kind').notNull(),
      /** A grant is what the plan has now, null without limit; the others are what they move. */
      amount: k.int('amount'),
      operation: k.text('operation'),
      /** The hold that it is about. */
      holdId: k.text('hold_id'),
      /** Who asked. */
      actorId: k.text('actor_id'),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.index('credit_ledger_company').on(t.companyId, t.period),
      k.index('credit_ledger_project').on(t.projectId),
      k.index('credit_ledger_hold').on(t.holdId),
    ],
  )

/** What a project spent on each day, by operation. */
export const creditUsage = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'credit_usage',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** In UTC, as 2026-11-21. */
      day: k.text('day').notNull(),
      operation: k.text('operation').notNull(),
      credits: k.big('credits').notNull(),
      calls: k.big('calls').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.projectId, t.day, t.operation] })],
  )
