import type { Kit } from '../kit.ts'
import type { projects, users } from './identity.ts'

/** Groups of sending domains. A domain names its group; accounts that are members see its domains, if it has members. */
export const dmarcGroups = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'dmarc_groups',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.uniqueIndex('dmarc_groups_name').on(t.projectId, t.name)],
  )

export const dmarcGroupMembers = (k: Kit, group: ReturnType<typeof dmarcGroups>, user: ReturnType<typeof users>) =>
  k.table(
    'dmarc_group_members',
    {
      groupId: k
        .text('group_id')
        .notNull()
        .references(() => group.id, { onDelete: 'cascade' }),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
    },
    (t) => [k.primaryKey({ columns: [t.groupId, t.userId] }), k.index('dmarc_group_members_user').on(t.userId)],
  )

/** Links to the figures of a group, for clients without an account. The token is stored as a hash. */
export const dmarcGroupLinks = (k: Kit, project: ReturnType<typeof projects>, group: ReturnType<typeof dmarcGroups>) =>
  k.table(
    'dmarc_group_links',
    {
      id: k.text('id').primaryKey(),
      groupId: k
        .text('group_id')
        .notNull()
        .references(() => group.id, { onDelete: 'cascade' }),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      companyId: k.text('company_id').notNull(),
      /** Name of the client. */
      name: k.text('name').notNull(),
      tokenHash: k.text('token_hash').notNull(),
      /** The link shows no more than its creator may see. */
      creatorKind: k.text<'api_key' | 'user' | 'plugin_user'>('creator_kind').notNull(),
      creatorId: k.text('creator_id').notNull(),
      creatorName: k.text('creator_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
      revokedAt: k.big('revoked_at'),
      /** First time that the page was opened. */
      openedAt: k.big('opened_at'),
    },
    (t) => [
      k.uniqueIndex('dmarc_group_links_token').on(t.tokenHash),
      k.index('dmarc_group_links_group').on(t.groupId),
      k.index('dmarc_group_links_project').on(t.projectId),
    ],
  )
