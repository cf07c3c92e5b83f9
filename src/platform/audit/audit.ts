import { createId } from '../../kernel/ids/index.ts'
import type { Db } from '../storage/index.ts'
import { type AuditActor, type AuditEntry, type AuditRow, chainStart, hashOf } from './entry.ts'
import { insertAudit, lastOfChain, listChains, lockChain, readChain } from './store.ts'

/**
 * Appends to the audit log inside the caller's transaction, so that what was done and the note of it stand or fall
 * together. Each project has its own chain: a row holds the hash of the one before it. On Postgres other writers of the
 * same project's chain wait for the transaction to end, so call it last.
 */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  const projectId = entry.projectId ?? null
  await lockChain(db, projectId)
  const last = await lastOfChain(db, projectId)
  const row: Omit<AuditRow, 'hash'> = {
    id: createId('audit'),
    // Two rows of a chain never share a time, so the time alone orders them.
    at: Math.max(Date.now(), (last?.at ?? 0) + 1),
    companyId: entry.companyId ?? null,
    projectId,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    action: entry.action,
    target: entry.target ?? null,
    ip: entry.ip ?? entry.actor.ip ?? null,
    requestId: entry.requestId ?? entry.actor.requestId ?? null,
    // As it will be read back: without undefined members, dates as text.
    detail: JSON.parse(JSON.stringify(entry.detail ?? {})) as Record<string, unknown>,
    previousHash: last?.hash ?? chainStart,
  }
  await insertAudit(db, { ...row, hash: hashOf(row) })
}

/** Who makes a call, as far as the audit log keeps it. */
export interface AuditCaller {
  readonly actor: AuditActor
  readonly companyId: string
  readonly projectId: string
}

/** Appends what a call did to one thing, as `recordAudit` does; `act` is `[action, target]`. */
export function recordAct(
  db: Db,
  { actor, companyId, projectId }: AuditCaller,
  [action, target]: readonly [action: string, target: string],
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAudit(db, { actor, companyId, projectId, action, target, detail })
}

/** What a check of the whole log found. */
export type AuditReport = { rows: number; broken: { id: string; reason: 'altered' | 'row missing before' }[] }

const batch = 1000

/**
 * Recomputes every chain. Finds rows that were altered and places where rows are missing; that the newest rows of a
 * chain were cut off cannot be seen from the log alone.
 */
export async function verifyAudit(db: Db): Promise<AuditReport> {
  const report: AuditReport = { rows: 0, broken: [] }
  for (const projectId of await listChains(db)) {
    let previousHash = chainStart
    let after = -1
    for (;;) {
      const rows = await readChain(db, projectId, { after, limit: batch })
      for (const row of rows) {
        if (hashOf(row) !== row.hash) report.broken.push({ id: row.id, reason: 'altered' })
        else if (row.previousHash !== previousHash) report.broken.push({ id: row.id, reason: 'row missing before' })
        previousHash = row.hash
        after = row.at
      }
      report.rows += rows.length
      if (rows.length < batch) break
    }
  }
  return report
}
