import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

/** Checks of a message before its sender is registered for AMP. `waiting`: for a message to its one-time email address. */
export const ampPreflights = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'amp_preflights',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      source: k.text<'eml' | 'parts' | 'template' | 'received'>('source').notNull(),
      status: k.text<'waiting' | 'completed'>('status').notNull(),
      /** The unguessable part of the one-time email address; null for other sources. */
      token: k.text('token'),
      /** Selectors and settings of the request. */
      options: k.json<unknown>('options').notNull(),
      /** SHA-256 of the message that was received. */
      messageHash: k.text('message_hash'),
      fromAddress: k.text('from_address'),
      subject: k.text('subject'),
      verdict: k.text<'ready' | 'not_ready'>('verdict'),
      checks: k.json<unknown[]>('checks').notNull(),
      createdAt: k.big('created_at').notNull(),
      completedAt: k.big('completed_at'),
      /** Time until which a message is accepted; null for other sources. */
      acceptsUntil: k.big('accepts_until'),
      /** Time when it is deleted. */
      expiresAt: k.big('expires_at').notNull(),
    },
    (t) => [
      k.index('amp_preflights_project').on(t.projectId, t.id),
      k.uniqueIndex('amp_preflights_token').on(t.token),
      k.index('amp_preflights_expires').on(t.expiresAt),
    ],
  )

/** Sender email addresses that are registered, or to be registered, for AMP. */
export const ampSenders = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'amp_senders',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** The domain in A-labels and lowercase. */
      address: k.text('address').notNull(),
      domain: k.text('domain').notNull(),
      selectors: k.json<string[]>('selectors').notNull(),
      /** What the forms of providers ask about the sender. */
      profile: k.json<unknown>('profile').notNull(),
      /** Checks of DNS as the API shows them; empty before the first. */
      checks: k.json<unknown[]>('checks').notNull(),
      checkedAt: k.big('checked_at'),
      /** Earliest time of the next scheduled check. */
      dueAt: k.big('due_at').notNull(),
      /** The last preflight of a whole message from this address. */
      preflightId: k.text('preflight_id'),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('amp_senders_address').on(t.projectId, t.address),
      k.index('amp_senders_project').on(t.projectId, t.id),
      k.index('amp_senders_due').on(t.dueAt),
    ],
  )

/** The state of a sender at one provider: surfaces/amp/senders/states.ts. */
export const ampRegistrations = (k: Kit, sender: ReturnType<typeof ampSenders>) =>
  k.table(
    'amp_registrations',
    {
      senderId: k
        .text('sender_id')
        .notNull()
        .references(() => sender.id, { onDelete: 'cascade' }),
      provider: k.text('provider').notNull(),
      state: k.text('state').notNull(),
      /** Of the submitted form. */
      reference: k.text('reference'),
      /** Why it was rejected, revoked or has drifted. */
      reason: k.text('reason'),
      submittedAt: k.big('submitted_at'),
      approvedAt: k.big('approved_at'),
      changedAt: k.big('changed_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.senderId, t.provider] })],
  )

/** Every change of the state of a registration. */
export const ampChanges = (k: Kit, sender: ReturnType<typeof ampSenders>) =>
  k.table(
    'amp_changes',
    {
      no: k.serial('no'),
      senderId: k
        .text('sender_id')
        .notNull()
        .references(() => sender.id, { onDelete: 'cascade' }),
      provider: k.text('provider').notNull(),
      event: k.text('event').notNull(),
      stateBefore: k.text('state_before'),
      stateAfter: k.text('state_after').notNull(),
      note: k.text('note'),
      reference: k.text('reference'),
      /** Null for changes by the service. */
      actorName: k.text('actor_name'),
      at: k.big('at').notNull(),
    },
    (t) => [k.index('amp_changes_sender').on(t.senderId, t.no)],
  )
