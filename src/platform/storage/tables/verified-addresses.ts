import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

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
