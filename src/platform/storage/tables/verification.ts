import type { Kit } from '../kit.ts'
import type { projects, companies } from './identity.ts'

/** Verification results of a project, by a keyed hash of the email address: the address itself is not stored. */
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
      /** Times when a mail server last accepted it, and last reported that it does not exist. */
      acceptedAt: k.big('accepted_at'),
      missingAt: k.big('missing_at'),
      /** Consecutive temporary failures of its mail server. */
      deferrals: k.int('deferrals').notNull(),
      /** Cached findings, until they are too old for a new verification. They do not contain the email address. */
      findings: k.jsonAsWritten<unknown>('findings'),
      findingsUntil: k.big('findings_until'),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.addressHash] }),
      k.index('verified_addresses_findings').on(t.findingsUntil),
      k.index('verified_addresses_seen').on(t.lastSeenAt),
    ],
  )

/** Allow and block lists of a project: domains, and mailboxes by the keyed hash of `verified_addresses`. */
export const verificationListEntries = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'verification_list_entries',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      kind: k.text<'address' | 'domain'>('kind').notNull(),
      /** A keyed hash of the mailbox, or the domain in A-labels. */
      valueKey: k.text('value_key').notNull(),
      /** The domain, or that of the mailbox. */
      domain: k.text('domain').notNull(),
      list: k.text<'allow' | 'block'>('list').notNull(),
      note: k.text('note'),
      expiresAt: k.big('expires_at'),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('verification_list_entries_value').on(t.projectId, t.valueKey),
      k.index('verification_list_entries_project').on(t.projectId, t.id),
      k.index('verification_list_entries_expires').on(t.expiresAt),
    ],
  )

/** What a project reported about mail to a mailbox, by the keyed hash of `verified_addresses`: the latest time of each kind. */
export const verificationFeedback = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'verification_feedback',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      addressHash: k.text('address_hash').notNull(),
      /** Why the server refused the mailbox, if the reply was reported. */
      bounce: k.text<'not_found' | 'disabled'>('bounce'),
      bouncedAt: k.big('bounced_at'),
      complainedAt: k.big('complained_at'),
      deliveredAt: k.big('delivered_at'),
      /** The latest of them. */
      lastAt: k.big('last_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.addressHash] }),
      k.index('verification_feedback_last').on(t.lastAt),
      k.index('verification_feedback_project').on(t.projectId, t.lastAt),
    ],
  )

/** Batches of email addresses; each shares its id with its job. */
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
      /** The credit reservation of the batch; null if it costs no credits. */
      holdId: k.text('hold_id'),
      skipsSmtp: k.bool('skips_smtp').notNull(),
      includesDomain: k.bool('asks_domain').notNull(),
      includesGravatar: k.bool('asks_gravatar').notNull(),
      /** How long after its creation temporary results are retried; null without a limit of its own. */
      maxWaitMs: k.big('max_wait_ms'),
      /** The webhook that is notified of its end; not a foreign key, because either may be deleted. */
      callbackId: k.text('callback_id'),
      total: k.int('total').notNull(),
      uniqueCount: k.int('unique_count').notNull(),
      /** Rows with a verdict, including duplicates, and the count of each verdict. */
      processed: k.int('processed').notNull(),
      safe: k.int('safe').notNull(),
      risky: k.int('risky').notNull(),
      invalid: k.int('invalid').notNull(),
      unknown: k.int('unknown').notNull(),
      creditsUsed: k.int('credits_used').notNull(),
      /** Names of the other columns of an uploaded file. */
      columns: k.jsonAsWritten<string[]>('columns'),
      createdAt: k.big('created_at').notNull(),
      /** Time of the event that all but postponed rows have a verdict. */
      partialAt: k.big('partial_at'),
      completedAt: k.big('completed_at'),
      expiresAt: k.big('expires_at').notNull(),
      /** Time when its expired rows were deleted. */
      erasedAt: k.big('erased_at'),
    },
    (t) => [
      k.index('verification_batches_project').on(t.projectId, t.id),
      k.index('verification_batches_expires').on(t.expiresAt),
    ],
  )

/** The email addresses of a batch in the order of the request, stored until the batch expires. */
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
      /** The first row with the same mailbox, whose result this row shares; null for that first row. */
      sameAs: k.int('same_as'),
      /** Number of rows that share the result of this one, including itself. */
      copies: k.int('copies').notNull(),
      /** Earliest time of the next check; null if it has its result, or shares that of another row. */
      dueAt: k.big('due_at'),
      tries: k.int('tries').notNull(),
      /** True if another spelling of its mailbox has been paid for. */
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

/** Patterns by which domains build email addresses from names, as counts from a project's verifications; no addresses. */
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

/**
 * Granted and used credits of a company per month: the sum of its ledger, stored so that it can be locked and read at once.
 */
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
      /** The credits of the plan as they were last granted; null is unlimited. */
      granted: k.int('granted'),
      /** Reserved and settled. */
      used: k.big('used').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.companyId, t.period] })],
  )

/** Credits reserved for work in progress. */
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
      /** Time when an unsettled reservation is released automatically; null if the work releases it. */
      expiresAt: k.big('expires_at'),
    },
    (t) => [
      k.index('credit_holds_company').on(t.companyId),
      k.index('credit_holds_project').on(t.projectId),
      k.index('credit_holds_expires').on(t.expiresAt),
    ],
  )

/** Every movement of credits; append-only. */
export const creditLedger = (k: Kit, company: ReturnType<typeof companies>, project: ReturnType<typeof projects>) =>
  k.table(
    'credit_ledger',
    {
      id: k.serial('id'),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id, { onDelete: 'cascade' }),
      /** Null for grants, which belong to the company. */
      projectId: k.text('project_id').references(() => project.id, { onDelete: 'cascade' }),
      period: k.text('period').notNull(),
      kind: k.text<'grant' | 'reserve' | 'settle' | 'refund'>('kind').notNull(),
      /** A grant contains the plan's credits, null for unlimited; other rows contain the moved amount. */
      amount: k.int('amount'),
      operation: k.text('operation'),
      /** The reservation that it belongs to. */
      holdId: k.text('hold_id'),
      actorId: k.text('actor_id'),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.index('credit_ledger_company').on(t.companyId, t.period),
      k.index('credit_ledger_project').on(t.projectId),
      k.index('credit_ledger_hold').on(t.holdId),
    ],
  )

/** Credits that a project spent per day, by operation. */
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

/** Cached facts about mail servers, with an expiry: catch-all domains, servers that block us, and closed egress. */
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

/** Rate limit reservations for probes of mail servers per bucket, shared by replicas. */
export const probeBudgets = (k: Kit) =>
  k.table(
    'probe_budgets',
    {
      bucket: k.text('bucket').primaryKey(),
      grants: k.json<unknown>('grants').notNull(),
      /** Time after which the row no longer counts. */
      untilAt: k.big('until_at').notNull(),
    },
    (t) => [k.index('probe_budgets_until').on(t.untilAt)],
  )
