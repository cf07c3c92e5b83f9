import type { Kit } from '../kit.ts'
import type { projects, companies } from './identity.ts'

/** What a project's verifications found, by a keyed hash of the address: the address itself is not kept. */
export const verifiedAddresses = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'verified_addresses',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      addressHash: k.text('address_hash').notNull(),
      subStatus: k.text('sub_status').notNull(),
      firstSeenAt: k.big('first_seen_at').notNull(),
      lastSeenAt: k.big('last_seen_at').notNull(),
      /** When a mail server last accepted it, and when one last said that it is not there. */
      acceptedAt: k.big('accepted_at'),
      missingAt: k.big('missing_at'),
      /** How often in a row its mail server asked to come back later. */
      deferrals: k.int('deferrals').notNull(),
      /** The findings, for as long as they answer for a new verification. Nothing in them names the address. */
      findings: k.jsonAsWritten<unknown>('findings'),
      findingsUntil: k.big('findings_until'),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.addressHash] }),
      k.index('verified_addresses_findings').on(t.findingsUntil),
      k.index('verified_addresses_seen').on(t.lastSeenAt),
    ],
  )

/** Batches of addresses, each the work of the job whose id it has. */
export const verificationBatches = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'verification_batches',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      companyId: k.text('company_id').notNull(),
      status: k.text<'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'>('status').notNull(),
      /** The credits that are set aside for it; null where nothing in it costs any. */
      holdId: k.text('hold_id'),
      skipsSmtp: k.bool('skips_smtp').notNull(),
      includesDomain: k.bool('asks_domain').notNull(),
      includesGravatar: k.bool('asks_gravatar').notNull(),
      /** The webhook that is notified of its end; not a reference, for either may be deleted. */
      callbackId: k.text('callback_id'),
      total: k.int('total').notNull(),
      uniqueCount: k.int('unique_count').notNull(),
      /** Rows with a verdict, those that repeat another included, and how many there are of each. */
      processed: k.int('processed').notNull(),
      safe: k.int('safe').notNull(),
      risky: k.int('risky').notNull(),
      invalid: k.int('invalid').notNull(),
      unknown: k.int('unknown').notNull(),
      creditsUsed: k.int('credits_used').notNull(),
      /** Names of the columns that stood beside the addresses in a file. */
      columns: k.jsonAsWritten<string[]>('columns'),
      createdAt: k.big('created_at').notNull(),
      completedAt: k.big('completed_at'),
      expiresAt: k.big('expires_at').notNull(),
      /** When its rows were deleted, for they had expired. */
      erasedAt: k.big('erased_at'),
    },
    (t) => [
      k.index('verification_batches_project').on(t.projectId, t.id),
      k.index('verification_batches_expires').on(t.expiresAt),
    ],
  )

/** The addresses of a batch in the order in which they were given, kept until the batch expires. */
export const verificationRows = (k: Kit, batch: ReturnType<typeof verificationBatches>) =>
  k.table(
    'verification_rows',
    {
      batchId: k
        .text('batch_id')
        .notNull()
        .references(() => batch.id, { onDelete: 'cascade' }),
      position: k.int('position').notNull(),
      email: k.text('email').notNull(),
      /** The first row that reaches the same mailbox, whose result this one has; null for that one. */
      sameAs: k.int('same_as'),
      /** How many rows have the result of this one, itself included. */
      copies: k.int('copies').notNull(),
      /** When it may be examined; null when it has its result, or has that of another. */
      dueAt: k.big('due_at'),
      tries: k.int('tries').notNull(),
      /** Another spelling of its mailbox has been paid for. */
      isPaid: k.bool('is_paid').notNull(),
      reachable: k.text<'safe' | 'risky' | 'invalid' | 'unknown'>('reachable'),
      result: k.jsonAsWritten<unknown>('result'),
      extra: k.jsonAsWritten<string[]>('extra'),
    },
    (t) => [
      k.primaryKey({ columns: [t.batchId, t.position] }),
      k.index('verification_rows_due').on(t.batchId, t.dueAt, t.position),
    ],
  )

/** How a project's verifications found a domain to make addresses of names: counts of patterns, and no address. */
export const addressPatterns = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'address_patterns',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      domain: k.text('domain').notNull(),
      pattern: k.text('pattern').notNull(),
      verified: k.int('verified').notNull(),
      failed: k.int('failed').notNull(),
      lastSeenAt: k.big('last_seen_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.domain, t.pattern] }),
      k.index('address_patterns_seen').on(t.lastSeenAt),
    ],
  )

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

/** What asking mail servers has found out about them, for a time: who takes anybody, who blocks us, which egress is shut. */
export const probeNotes = (k: Kit) =>
  k.table(
    'probe_notes',
    {
      key: k.text('key').primaryKey(),
      value: k.text('value').notNull(),
      untilAt: k.big('until_at').notNull(),
    },
    (t) => [k.index('probe_notes_until').on(t.untilAt)],
  )

/** How often mail servers were asked lately, and may be by whom: the books of limits that replicas share. */
export const probeBudgets = (k: Kit) =>
  k.table(
    'probe_budgets',
    {
      bucket: k.text('bucket').primaryKey(),
      grants: k.json<unknown>('grants').notNull(),
      /** When the last of it counts no more. */
      untilAt: k.big('until_at').notNull(),
    },
    (t) => [k.index('probe_budgets_until').on(t.untilAt)],
  )
