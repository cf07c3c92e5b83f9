/** Requests of one editor window for the lock that another one holds, and how the holder responds. */
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { authorize, holderId, lockAgainst, lockOf, lockRequestOf, noLock, updateTemplate } from '../template/index.ts'
import { acquireLock } from './locks.ts'

/**
 * Requests the lock from its holder; a free lock is acquired. No effect while the request of another window, or a declined
 * one, is not void.
 */
export async function requestLock(db: Db, caller: Caller, id: string): Promise<void> {
  const row = await authorize(db, caller, id, { editorOf: true, needs: 'edit_text' })
  const nowMs = db.nowMs()
  if (lockAgainst(row, caller, nowMs) === undefined) return void (await acquireLock(db, caller, id, {}))
  if (lockRequestOf(row, caller, nowMs) !== undefined) return
  const { actor } = caller
  const lockRequest = { kind: actor.kind, id: holderId(actor), name: actor.name, at: nowMs, declinedAt: null }
  await updateTemplate(db, caller.projectId, id, { lockRequest })
}

/** Accepts a pending request: the requester holds the lock from then on. No effect without lock or request. */
export async function acceptRequest(db: Db, caller: Caller, id: string): Promise<void> {
  const nowMs = db.nowMs()
  const row = await requestedRow(db, caller, id)
  if (row?.lockRequest == null) return
  const { kind, id: lockId, name } = row.lockRequest
  await updateTemplate(db, caller.projectId, id, {
    lockKind: kind,
    lockId,
    lockName: name,
    lockedAt: nowMs,
    lockExpiresAt: nowMs + limits.lockSeconds * 1000,
    lockRequest: null,
  })
  await recordAct(db, caller, ['template.locked', id], { handed_over_to: { kind, name } })
}

/** Declines a pending request, of which its requester is notified. No effect without lock or request. */
export async function declineRequest(db: Db, caller: Caller, id: string): Promise<void> {
  const row = await requestedRow(db, caller, id)
  if (row?.lockRequest == null) return
  const lockRequest = { ...row.lockRequest, declinedAt: db.nowMs() }
  await updateTemplate(db, caller.projectId, id, { lockRequest })
}

/** Withdraws the caller's own request. */
export async function withdrawRequest(db: Db, caller: Caller, id: string): Promise<void> {
  const row = await authorize(db, caller, id, { editorOf: true, needs: 'edit_text' })
  if (lockRequestOf(row, caller, db.nowMs())?.isOwn === true)
    await updateTemplate(db, caller.projectId, id, { lockRequest: noLock.lockRequest })
}

/** The template, if the caller holds its lock and a request for it is pending. */
async function requestedRow(db: Db, caller: Caller, id: string) {
  const row = await authorize(db, caller, id, { editorOf: true, needs: 'edit_text' })
  const nowMs = db.nowMs()
  const isHolder = lockOf(row, nowMs) !== undefined && lockAgainst(row, caller, nowMs) === undefined
  return isHolder && lockRequestOf(row, caller, nowMs)?.state === 'pending' ? row : undefined
}
