import type { Kit } from '../kit.ts'
import type { users } from './users.ts'

/** Signed-in browsers; the cookie's value is stored as a hash. */
export const consoleSessions = (k: Kit, user: ReturnType<typeof users>) =>
  k.table(
    'console_sessions',
    {
      hash: k.text('hash').primaryKey(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
    },
    (t) => [k.index('console_sessions_user').on(t.userId), k.index('console_sessions_expires').on(t.expiresAt)],
  )
