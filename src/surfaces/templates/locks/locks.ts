/** Acquires, extends and releases the editing lock. `authorize` enforces it against writers. */
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type AuthorizedTemplate,
  type TemplateRecord,
  authorize,
  checkAccess,
  checkLock,
  holderId,
  isEditor,
  isHeldByEditor,
  isOwnLock,
  loadTemplate,
  lockAgainst,
  lockOf,
  noLock,
  updateTemplate,
} from '../template/index.ts'
import type { AcquireLock, Lock } from './contract.ts'

/** The holder; null members if the template is not locked. */
export async function readLock(db: Db, caller: Caller, id: string): Promise<Lock> {
  return present(await loadTemplate(db, caller, id), db.nowMs())
}

/**
 * Acquires the lock, or extends the caller's own. LOCKED while another caller holds it; `force` takes it over, which
 * requires the level manage (PERMISSION_DENIED) except between editor sessions, see `checkForce`.
 */
export async function acquireLock(db: Db, caller: Caller, id: string, input: AcquireLock): Promise<Lock> {
  const row = await authorize(db, caller, id, { editorOf: true, needs: 'edit_text' })
  const now = db.nowMs()
  const other = lockAgainst(row, caller, now)
  checkForce(row, caller, { force: input.force, nowMs: now })
  if (!input.force) checkLock(row, caller, now)
  const isKept = other === undefined && lockOf(row, now) !== undefined
  const { kind, name } = caller.actor
  const lock = {
    lockKind: kind,
    lockId: holderId(caller.actor),
    lockName: name,
    lockedAt: isKept ? row.lockedAt : now,
    lockExpiresAt: now + (input.ttl_seconds ?? limits.lockSeconds) * 1000,
    lockRequest: isKept ? row.lockRequest : null,
  }
  await updateTemplate(db, caller.projectId, id, lock)
  if (!isKept) await recordAct(db, caller, ['template.locked', id], { taken_from: other?.holder })
  return present({ ...row, ...lock }, now)
}

/** Idempotent. LOCKED if another caller holds the lock, unless forced. */
export async function releaseLock(
  db: Db,
  caller: Caller,
  { id, force = false }: { id: string; force?: boolean | undefined },
): Promise<void> {
  const row = await authorize(db, caller, id, { editorOf: true, needs: 'edit_text' })
  const nowMs = db.nowMs()
  checkForce(row, caller, { force, nowMs })
  if (!force) checkLock(row, caller, nowMs)
  const lock = lockOf(row, nowMs)
  if (lock === undefined) return
  await updateTemplate(db, caller.projectId, id, noLock)
  await recordAct(db, caller, ['template.unlocked', id], { taken_from: lockAgainst(row, caller, nowMs)?.holder })
}

/**
 * Between editor sessions the lock is advisory: a user with edit access may take it over from another user, or from the same
 * user in another window. A lock of an API key or an account protects a job; taking it over requires the level manage.
 */
function checkForce(
  row: AuthorizedTemplate,
  caller: Caller,
  { force, nowMs }: { force: boolean | undefined; nowMs: number },
): void {
  if (!force || isOwnLock(row, caller)) return
  const isHeld = lockAgainst(row, caller, nowMs) !== undefined
  if (isEditor(caller) && (!isHeld || isHeldByEditor(row))) return
  checkAccess(row.access, 'manage')
}

function present(row: TemplateRecord, nowMs: number): Lock {
  const lock = lockOf(row, nowMs)
  return {
    template_id: row.id,
    holder: lock?.holder ?? null,
    acquired_at: lock?.acquired_at ?? null,
    expires_at: lock?.expires_at ?? null,
  }
}
