import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

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
      /** What stood beside the address in a file. */
      extra: k.jsonAsWritten<string[]>('extra'),
    },
    (t) => [
      k.primaryKey({ columns: [t.batchId, t.position] }),
      k.index('verification_rows_due').on(t.batchId, t.dueAt, t.position),
    ],
  )
