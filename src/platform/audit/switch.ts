import type { Store } from '../storage/index.ts'
import { collectAudit } from './audit.ts'
import { lastOfChain, listChains, saveState, selectState } from './store.ts'

const stateKey = 'audit_keyed'

/**
 * Switches every chain whose last row has no key to keyed rows, once per store: from then on a chain without keys is forged.
 * Returns the number of switched chains.
 */
export async function switchToKeys(store: Store, nowMs: number = Date.now()): Promise<number> {
  if ((await selectState(store.read, stateKey)) !== undefined) return 0
  let switched = 0
  for (const projectId of await listChains(store.read)) {
    if ((await lastOfChain(store.read, projectId))?.seq !== null) continue
    await store.tx(async (db) => collectAudit(db, projectId, []))
    switched++
  }
  await store.tx((db) => saveState(db, stateKey, { at: nowMs }))
  return switched
}
