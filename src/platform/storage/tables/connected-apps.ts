import type { Kit } from '../kit.ts'
import type { projects, users } from './identity.ts'

type Owner = { project: ReturnType<typeof projects>; user: ReturnType<typeof users> }

/** Agents and other applications that act for an account in one project; deleted when they are disconnected. */
export const connectedApps = (k: Kit, { project, user }: Owner) =>
  k.table(
    'connected_apps',
    {
      id: k.text('id').primaryKey(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** `client_id` of OAuth. */
      clientId: k.text('client_id').notNull(),
      name: k.text('name').notNull(),
      /** Where the authorization code was sent. */
      redirectUri: k.text('redirect_uri').notNull(),
      scopes: k.json<string[]>('scopes').notNull(),
      createdAt: k.big('created_at').notNull(),
      lastUsedAt: k.big('last_used_at'),
    },
    (t) => [
      k.index('connected_apps_user').on(t.userId, t.createdAt),
      k.index('connected_apps_project').on(t.projectId),
    ],
  )

/** Authorization codes, access tokens and refresh tokens of an application, stored as hashes. */
export const appTokens = (k: Kit, app: ReturnType<typeof connectedApps>) =>
  k.table(
    'app_tokens',
    {
      hash: k.text('hash').primaryKey(),
      appId: k
        .text('app_id')
        .notNull()
        .references(() => app.id, { onDelete: 'cascade' }),
      kind: k.text<'code' | 'access' | 'refresh'>('kind').notNull(),
      /** `code_challenge` of a code. */
      challenge: k.text('challenge'),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
      /** A code or refresh token that was exchanged. */
      usedAt: k.big('used_at'),
    },
    (t) => [k.index('app_tokens_app').on(t.appId), k.index('app_tokens_expires').on(t.expiresAt)],
  )
