import { type Store, statementwise } from '../storage/index.ts'
import { auditKeysOf } from './keys.ts'
import {
  type CheckpointRow,
  countBetween,
  deleteUntil,
  lastBefore,
  lastOfChain,
  listChains,
  saveCheckpoint,
  selectCheckpoint,
} from './store.ts'

const batch = 1000
const dayMs = 86_400_000

export function checkpointFields({ chain, seq, at, hash, prunedAt }: Omit<CheckpointRow, 'mac'>): unknown[] {
  return ['svc audit checkpoint v1', chain, seq, at, hash, prunedAt]
}

/**
 * Deletes rows older than this many days, and returns their number; the newest row of a chain stays. A signed checkpoint
 * stores position and hash of the last row removed, so that the rest still verifies. Stops between two batches once the
 * signal aborts.
 */
export async function pruneAudit(
  store: Store,
  { days, nowMs, signal }: { days: number; nowMs: number; signal: AbortSignal },
): Promise<number> {
  let removed = 0
  for (const projectId of await listChains(store.read)) {
    const checkpoint = await moveCheckpoint(store, projectId, { before: nowMs - days * dayMs, nowMs })
    for (let gone = batch; checkpoint !== undefined && gone === batch && !signal.aborted; removed += gone)
      gone = await store.tx((db) => deleteUntil(db, projectId, checkpoint.at, batch), statementwise)
    if (signal.aborted) break
  }
  return removed
}

/** The checkpoint up to which rows may be deleted, moved forward if more rows have expired since. */
function moveCheckpoint(
  store: Store,
  projectId: string | null,
  { before, nowMs }: { before: number; nowMs: number },
): Promise<CheckpointRow | undefined> {
  return store.tx(async (db) => {
    const known = await selectCheckpoint(db, projectId)
    const newest = await lastOfChain(db, projectId)
    const last = await lastBefore(db, projectId, Math.min(before, newest?.at ?? 0))
    if (last === undefined || last.at <= (known?.at ?? -1)) return known
    const seq =
      last.seq ?? (known?.seq ?? 0) + (await countBetween(db, projectId, { after: known?.at ?? -1, until: last.at }))
    const body = { chain: projectId ?? '', seq, at: last.at, hash: last.hash, prunedAt: nowMs }
    const checkpoint = { ...body, mac: auditKeysOf(db).sign(checkpointFields(body)) }
    await saveCheckpoint(db, checkpoint)
    return checkpoint
  })
}
