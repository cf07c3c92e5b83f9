import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

/** Mailboxes that are read for reports over IMAP. */
export const dmarcMailboxes = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'dmarc_mailboxes',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      host: k.text('host').notNull(),
      port: k.int('port').notNull(),
      security: k.text<'tls' | 'starttls' | 'none'>('security').notNull(),
      username: k.text('username').notNull(),
      /** How it signs in, without secrets: surfaces/dmarc/mailboxes/contract.ts. */
      auth: k.json<unknown>('auth').notNull(),
      /** The secrets, sealed. */
      credentials: k.text('credentials').notNull(),
      folder: k.text('folder').notNull(),
      after: k.text<'move' | 'mark_read'>('after').notNull(),
      processedFolder: k.text('processed_folder').notNull(),
      rejectedFolder: k.text('rejected_folder').notNull(),
      intervalMinutes: k.int('interval_minutes').notNull(),
      isEnabled: k.bool('is_enabled').notNull(),
      state: k.text<'new' | 'ok' | 'failing'>('state').notNull(),
      /** Code and sentence of the last failure; null while it works. */
      problem: k.text('problem'),
      error: k.text('error'),
      /** Failures in a row. */
      failures: k.int('failures').notNull(),
      /** The last message that was read; valid with `uidValidity`. */
      uidValidity: k.text('uid_validity'),
      lastUid: k.big('last_uid').notNull(),
      /** Attempts at the message after it that ended with their process. */
      attempts: k.int('attempts').notNull(),
      messages: k.big('messages').notNull(),
      reports: k.big('reports').notNull(),
      lastRunAt: k.big('last_run_at'),
      lastSuccessAt: k.big('last_success_at'),
      dueAt: k.big('due_at').notNull(),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.index('dmarc_mailboxes_project').on(t.projectId, t.id), k.index('dmarc_mailboxes_due').on(t.dueAt)],
  )

/** The last runs of each mailbox. */
export const dmarcMailboxRuns = (k: Kit, mailbox: ReturnType<typeof dmarcMailboxes>) =>
  k.table(
    'dmarc_mailbox_runs',
    {
      no: k.serial('no'),
      mailboxId: k
        .text('mailbox_id')
        .notNull()
        .references(() => mailbox.id, { onDelete: 'cascade' }),
      startedAt: k.big('started_at').notNull(),
      endedAt: k.big('ended_at').notNull(),
      messages: k.int('messages').notNull(),
      /** Reports by outcome. */
      accepted: k.int('accepted').notNull(),
      duplicates: k.int('duplicates').notNull(),
      rejected: k.int('rejected').notNull(),
      problem: k.text('problem'),
      error: k.text('error'),
    },
    (t) => [k.index('dmarc_mailbox_runs_mailbox').on(t.mailboxId, t.no)],
  )
