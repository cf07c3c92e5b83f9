import type { Kit } from '../kit.ts'
import type { companies } from './companies.ts'

/** What templates, keys and exports belong to. Secrets are sealed by the vault before they come here. */
export const projects = (k: Kit, company: ReturnType<typeof companies>) =>
  k.table(
    'projects',
    {
      id: k.text('id').primaryKey(),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id),
      name: k.text('name').notNull(),
      pluginId: k.text('plugin_id').notNull(),
      pluginSecret: k.text('plugin_secret').notNull(),
      /** The secret before the last rotation, accepted until `previousSecretUntil`. */
      previousSecret: k.text('previous_secret'),
      previousSecretUntil: k.big('previous_secret_until'),
      allowedOrigins: k.json<string[]>('allowed_origins').notNull(),
      settings: k.json<Record<string, unknown>>('settings').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      deletedAt: k.big('deleted_at'),
    },
    (t) => [k.uniqueIndex('projects_plugin_id').on(t.pluginId), k.index('projects_company').on(t.companyId)],
  )
