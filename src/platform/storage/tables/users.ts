import type { Kit } from '../kit.ts'
import type { companies } from './companies.ts'

export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

/** People who sign in to the console. `email` is stored in lower case. */
export const users = (k: Kit, company: ReturnType<typeof companies>) =>
  k.table(
    'users',
    {
      id: k.text('id').primaryKey(),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id),
      email: k.text('email').notNull(),
      name: k.text('name').notNull(),
      role: k.text<Role>('role').notNull(),
      passwordHash: k.text('password_hash').notNull(),
      createdAt: k.big('created_at').notNull(),
      lastSignInAt: k.big('last_sign_in_at'),
      disabledAt: k.big('disabled_at'),
    },
    (t) => [k.uniqueIndex('users_email').on(t.email), k.index('users_company').on(t.companyId)],
  )
