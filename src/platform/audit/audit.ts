import { createId } from '../../kernel/ids/index.ts'
import type { Db } from '../storage/index.ts'
import { type AuditActor, type AuditEntry, type AuditRow, chainStart, fieldsOf } from './entry.ts'
import { type AuditKeys, auditKeysOf } from './keys.ts'
import { type Head, countChain, insertAudit, insertAudits, lockedHead } from './store.ts'

/**
 * Records in the audit log what the caller's transaction does, so that what was done and the note of it stand or fall
 * together. Each project has its own chain: a row is authenticated together with the hash of the one before it. The rows are
 * appended after the whole work of the transaction, right before it commits: anyone who appends to a chain is waited for, and
 * so holds nothing else that he still waits for.
 */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  collectAudit(db, entry.projectId ?? null, [entry])
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

/** Records several entries of one project's chain, in their order; of none only that the chain is keyed from now on. */
export function collectAudit(db: Db, projectId: string | null, entries: readonly AuditEntry[]): void {
  db.addLast(appendAll, { projectId, entries })
}

type Collected = { projectId: string | null; entries: readonly AuditEntry[] }

/** The last step of a transaction, and the only place that appends. */
async function appendAll(db: Db, collected: readonly Collected[]): Promise<void> {
  const chains = new Map<string | null, AuditEntry[]>()
  for (const { projectId, entries } of collected) chains.set(projectId, [...(chains.get(projectId) ?? []), ...entries])
  // In one order everywhere, so that two transactions never wait for each other's chains.
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

/** The first row of a chain that is keyed although rows before it are not. */
export const switchAction = 'audit.keyed'

/** The head of the chain, which is locked. A chain whose last row has no key is switched over by a row that says so. */
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
    // As it will be read back: without undefined members, dates as text.
    detail: JSON.parse(JSON.stringify(entry.detail ?? {})) as Record<string, unknown>,
    previousHash: head?.hash ?? chainStart,
    seq: (head?.seq ?? 0) + 1,
  }
  return { ...row, hash: keys.sign(fieldsOf(row)) }
}
