import { seedAssets } from './assets.ts'
import { seedDmarc } from './dmarc.ts'
import { seedExports } from './exports.ts'
import { seedLists } from './lists.ts'
import type { Operations } from './operations.ts'
import { seedRecipients } from './recipients.ts'
import { seedTemplates } from './templates/index.ts'
import { openReceiver, seedWebhooks } from './webhooks.ts'

/** `settle` resolves when no job is due, so that deliveries and lists have their results. */
export interface SeedDeps {
  operations: Operations
  settle: () => Promise<void>
}

/** Fills the project of the key. The webhooks come first, so that they receive the events of everything after them. */
export async function seedDemo({ operations, settle }: SeedDeps): Promise<void> {
  const receiver = openReceiver()
  try {
    await seedWebhooks(operations, receiver.url)
    await seedAssets(operations)
    await seedRecipients(operations)
    const templates = await seedTemplates(operations)
    await seedExports(operations, templates)
    await seedLists(operations)
    await seedDmarc(operations)
    await settle()
  } finally {
    await receiver.close()
  }
}
