import type { Kit } from '../kit.ts'

/** Values the service keeps for itself, by name. */
export const settings = (k: Kit) =>
  k.table('settings', {
    key: k.text('key').primaryKey(),
    value: k.json<unknown>('value').notNull(),
  })
