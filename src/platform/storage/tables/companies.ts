import type { Kit } from '../kit.ts'

export type Plan = 'free' | 'pro' | 'business' | 'enterprise'

/** A customer: owns projects and users, and has a plan. */
export const companies = (k: Kit) =>
  k.table('companies', {
    id: k.text('id').primaryKey(),
    name: k.text('name').notNull(),
    plan: k.text<Plan>('plan').notNull(),
    createdAt: k.big('created_at').notNull(),
  })
