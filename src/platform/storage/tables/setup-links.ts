import type { Kit } from '../kit.ts'

/** One-time links that make the first console account. */
export const setupLinks = (k: Kit) =>
  k.table('setup_links', {
    hash: k.text('hash').primaryKey(),
    createdAt: k.big('created_at').notNull(),
    expiresAt: k.big('expires_at').notNull(),
    usedAt: k.big('used_at'),
  })
