/** The editing lock of a template: held by one, for a time, and over when the time is, whatever became of the holder. */
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { LockColumn, TemplateRecord } from './store.ts'

export interface LockHolder {
  kind: string
  id: string
  name: string
}

/** A lock that holds, times as ISO 8601. */
export interface HeldLock {
  holder: LockHolder
  acquired_at: string
  expires_at: string
}

/** The columns of a template that nobody edits. */
export const noLock = { lockKind: null, lockId: null, lockName: null, lockedAt: null, lockExpiresAt: null }

/** The lock on a template, undefined when there is none or it has expired. */
export function lockOf(row: Pick<TemplateRecord, LockColumn>, nowMs: number = Date.now()): HeldLock | undefined {
  const { lockKind: kind, lockId: id, lockName: name, lockedAt, lockExpiresAt } = row
  if (lockExpiresAt === null || lockExpiresAt <= nowMs || kind === null || id === null) return undefined
  return {
    holder: { kind, id, name: name ?? '' },
    acquired_at: new Date(lockedAt ?? 0).toISOString(),
    expires_at: new Date(lockExpiresAt).toISOString(),
  }
}

/** The lock on a template when somebody else than the caller holds it. */
export function lockAgainst(row: TemplateRecord, { actor }: Caller): HeldLock | undefined {
  const lock = lockOf(row)
  const isOwn = lock?.holder.kind === actor.kind && lock.holder.id === actor.id
  return isOwn ? undefined : lock
}

/** Fails with LOCKED, naming holder and time, while somebody else edits the template. */
export function checkLock(row: TemplateRecord, caller: Caller): void {
  const lock = lockAgainst(row, caller)
  if (lock === undefined) return
  const { holder, expires_at: until } = lock
  fail('LOCKED', { detail: `${holder.name} edits "${row.name}" until ${until}.`, extra: { holder, until } })
}
