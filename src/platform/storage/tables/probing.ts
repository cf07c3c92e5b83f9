import type { Kit } from '../kit.ts'

/** What asking mail servers has found out about them, for a time: who takes anybody, who blocks us, which egress is shut. */
export const probeNotes = (k: Kit) =>
  k.table(
    'probe_notes',
    {
      key: k.text('key').primaryKey(),
      value: k.text('value').notNull(),
      untilAt: k.big('until_at').notNull(),
    },
    (t) => [k.index('probe_notes_until').on(t.untilAt)],
  )

/** How often mail servers were asked lately, and may be by whom: the books of limits that replicas share. */
export const probeBudgets = (k: Kit) =>
  k.table(
    'probe_budgets',
    {
      bucket: k.text('bucket').primaryKey(),
      grants: k.json<unknown>('grants').notNull(),
      /** When the last of it counts no more. */
      untilAt: k.big('until_at').notNull(),
    },
    (t) => [k.index('probe_budgets_until').on(t.untilAt)],
  )
