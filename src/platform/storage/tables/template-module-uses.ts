import type { Kit } from '../kit.ts'
import type { templates } from './templates.ts'

/** Instances of modules in the documents of templates. A document may name a module that is not there any more. */
export const templateModuleUses = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_module_uses',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      nodeId: k.text('node_id').notNull(),
      moduleId: k.text('module_id').notNull(),
      /** Null follows the latest. */
      version: k.int('version'),
    },
    (t) => [
      k.primaryKey({ columns: [t.templateId, t.nodeId] }),
      k.index('template_module_uses_module').on(t.moduleId, t.templateId),
    ],
  )

/** Modules that a template has or has had: what its versions and its undo history may bring back. */
export const templateKnownModules = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_known_modules',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      moduleId: k.text('module_id').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.moduleId] })],
  )
