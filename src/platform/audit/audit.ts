import { createId } from '../../kernel/ids/index.ts'
import type { Db } from '../storage/index.ts'
import { type AuditActor, type AuditEntry, type AuditRow, chainStart, fieldsOf } from './entry.ts'
import { type AuditKeys, auditKeysOf } from './keys.ts'
import { type Head, countChain, insertAudit, insertAudits, lockedHead } from './store.ts'

/**
 * Records the changes of the caller's transaction in the audit log, so that both are committed or rolled back together. Each
 * project has its own chain: a row is authenticated together with the hash of the previous one. The rows are appended after
 * the whole work of the transaction, right before it commits: appending locks the chain, and a transaction that waits for
 * other locks while it holds that one could deadlock.
 */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  collectAudit(db, entry.projectId ?? null, [entry])
}

/** The author of a call as recorded in the audit log. */
export interface AuditCaller {
  readonly actor: AuditActor
  readonly companyId: string
  readonly projectId: string
}

/** Appends the effect of a call on one target, as `recordAudit` does; `act` is `[action, target]`. */
export function recordAct(
  db: Db,
  { actor, companyId, projectId }: AuditCaller,
  [action, target]: readonly [action: string, target: string],
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAudit(db, { actor, companyId, projectId, action, target, detail })
}

/** Records several entries of one project's chain, in their order; an empty list only switches the chain to keyed rows. */
export function collectAudit(db: Db, projectId: string | null, entries: readonly AuditEntry[]): void {
  db.addLast(appendAll, { projectId, entries })
}

type Collected = { projectId: string | null; entries: readonly AuditEntry[] }

/** The last step of a transaction, and the only code that appends. */
async function appendAll(db: Db, collected: readonly Collected[]): Promise<void> {
  const chains = new Map<string | null, AuditEntry[]>()
  for (const { projectId, entries } of collected) chains.set(projectId, [...(chains.get(projectId) ?? []), ...entries])
  // The same order everywhere, so that two transactions never deadlock on chains.
  const sorted = [...chains].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
  for (const [projectId, entries] of sorted) await append(db, projectId, entries)
}

async function append(db: Db, projectId: string | null, entries: readonly AuditEntry[]): Promise<void> {
  const keys = auditKeysOf(db)
  let head = await keyedHead(db, keys, projectId)
  const rows = entries.map((entry) => (head = nextRow(keys, { projectId, head }, entry)))
  const [row] = rows
  if (row === undefined) return
  if (rows.length === 1) await insertAudit(db, row)
  else await insertAudits(db, rows)
}

/** The first keyed row of a chain with older unkeyed rows. */
export const switchAction = 'audit.keyed'

/** The locked head of the chain. If the last row of a chain has no key, a row that records the switch is appended. */
async function keyedHead(db: Db, keys: AuditKeys, projectId: string | null): Promise<Head | undefined> {
  const head = await lockedHead(db, projectId)
  if (head === undefined || head.seq !== null) return head
  const rows = await countChain(db.newest, projectId)
  const entry = { actor: { kind: 'system', id: 'audit' } as const, action: switchAction, detail: { rows_before: rows } }
  const row = nextRow(keys, { projectId, head: { ...head, seq: rows } }, entry)
  await insertAudit(db, row)
  return row
}

function nextRow(
  keys: AuditKeys,
  { projectId, head }: { projectId: string | null; head: Head | undefined },
  entry: AuditEntry,
): AuditRow {
  const row: Omit<AuditRow, 'hash'> = {
    id: createId('audit'),
    // Two rows of a chain never share a time, so the time alone orders them.
    at: Math.max(Date.now(), (head?.at ?? 0) + 1),
    companyId: entry.companyId ?? null,
    projectId,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    action: entry.action,
    target: entry.target ?? null,
    ip: entry.ip ?? entry.actor.ip ?? null,
    requestId: entry.requestId ?? entry.actor.requestId ?? null,
    // Normalized as it will be read back: without undefined members, dates as text.
    detail: JSON.parse(JSON.stringify(entry.detail ?? {})) as Record<string, unknown>,
    previousHash: head?.hash ?? chainStart,
    seq: (head?.seq ?? 0) + 1,
  }
  return { ...row, hash: keys.sign(fieldsOf(row)) }
}
