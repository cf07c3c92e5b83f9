/** The editing lock of a template: held by one, for a time, and over when the time is, whatever became of the holder. */
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
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

/** The longest lock, and a minute for a clock that is put back a little. */
const maxMs = (limits.lockSecondsMax + 60) * 1000

/** The columns of a template that nobody edits. */
export const noLock = { lockKind: null, lockId: null, lockName: null, lockedAt: null, lockExpiresAt: null }

/**
 * The lock on a template at a time of the database's clock, undefined when there is none or it has expired. One that lasts
 * longer than any may was given by a clock that was ahead, and does not count.
 */
export function lockOf(row: Pick<TemplateRecord, LockColumn>, nowMs: number): HeldLock | undefined {
  const { lockKind: kind, lockId: id, lockName: name, lockedAt, lockExpiresAt } = row
  if (lockExpiresAt === null || lockExpiresAt <= nowMs || kind === null || id === null) return undefined
  if (lockExpiresAt > nowMs + maxMs) return undefined
  return {
    holder: { kind, id: personIn(id), name: name ?? '' },
    acquired_at: new Date(lockedAt ?? 0).toISOString(),
    expires_at: new Date(lockExpiresAt).toISOString(),
  }
}

/** The lock on a template when someone else than the caller holds it. */
export function lockAgainst(row: TemplateRecord, { actor }: Caller, nowMs: number): HeldLock | undefined {
  const isOwn = row.lockKind === actor.kind && row.lockId === holderId(actor)
  return isOwn ? undefined : lockOf(row, nowMs)
}

/** True if the lock is the caller's own, though perhaps in another window. */
export function isOwnLock(row: Pick<TemplateRecord, LockColumn>, { actor }: Caller): boolean {
  return row.lockKind === actor.kind && row.lockId !== null && personIn(row.lockId) === actor.id
}

// No id holds a control character.
const seatMark = '\u001f'

/** What the column of the holder gets: the id, and the window where there may be several. */
export function holderId({ id, seat }: Caller['actor']): string {
  return seat === undefined ? id : id + seatMark + seat
}

function personIn(holder: string): string {
  return holder.split(seatMark)[0] ?? holder
}

/** Fails with LOCKED, naming holder and time, while someone else edits the template. */
export function checkLock(row: TemplateRecord, caller: Caller, nowMs: number): void {
  const lock = lockAgainst(row, caller, nowMs)
  if (lock === undefined) return
  const { holder, expires_at: until } = lock
  fail('LOCKED', { detail: `${holder.name} edits "${row.name}" until ${until}.`, extra: { holder, until } })
}
