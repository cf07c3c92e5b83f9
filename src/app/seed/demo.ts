import { seedAssets } from './assets.ts'
import { seedDmarc } from './dmarc.ts'
import { seedExports } from './exports.ts'
import { seedLists } from './lists.ts'
import type { Operations } from './operations.ts'
import { seedRecipients } from './recipients.ts'
import { seedTemplates } from './templates/index.ts'
import { openReceiver, seedWebhooks } from './webhooks.ts'

export interface SeedDeps {
  operations: Operations
  /** From now on nobody else sends for these webhooks: another process cannot reach the receivers of this one. */
  takeOver: (webhookIds: readonly string[]) => Promise<void>
  /** Resolves when no job is due, so that deliveries and lists have their results. */
  settle: () => Promise<void>
  /** Others send for these webhooks again. */
  handBack: (webhookIds: readonly string[]) => Promise<void>
}

/** Fills the project of the key. The webhooks come first, so that they receive the events of everything after them. */
export async function seedDemo({ operations, takeOver, settle, handBack }: SeedDeps): Promise<void> {
  const receiver = openReceiver()
  let webhooks: readonly string[] = []
  try {
    webhooks = await seedWebhooks(operations, receiver.url)
    await takeOver(webhooks)
    await seedAssets(operations)
    await seedRecipients(operations)
    const templates = await seedTemplates(operations)
    await seedExports(operations, templates)
    await seedLists(operations)
    await seedDmarc(operations)
    await settle()
  } finally {
    await handBack(webhooks)
    await receiver.close()
  }
}
