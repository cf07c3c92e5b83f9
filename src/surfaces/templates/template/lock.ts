/** The editing lock of a template: one holder, for a limited time. It expires on its own, even if the holder is gone. */
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { LockColumn, TemplateRecord } from './store.ts'

export interface LockHolder {
  kind: string
  id: string
  name: string
}

/** An unexpired lock; times as ISO 8601. */
export interface HeldLock {
  holder: LockHolder
  acquired_at: string
  expires_at: string
}

/** The maximum lock duration, plus a minute for small clock corrections. */
const maxMs = (limits.lockSecondsMax + 60) * 1000

/** The lock columns of a template that is not locked. */
export const noLock = {
  lockKind: null,
  lockId: null,
  lockName: null,
  lockedAt: null,
  lockExpiresAt: null,
  lockRequest: null,
}

/**
 * The lock at a time of the database's clock; undefined if there is none or it has expired. A lock that exceeds the maximum
 * duration was set by a clock that ran ahead, and is ignored.
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

/** The lock, if another caller or another window holds it. */
export function lockAgainst(row: TemplateRecord, { actor }: Caller, nowMs: number): HeldLock | undefined {
  const isOwn = row.lockKind === actor.kind && row.lockId === holderId(actor)
  return isOwn ? undefined : lockOf(row, nowMs)
}

/** True if the lock belongs to the caller's user, possibly in another window. */
export function isOwnLock(row: Pick<TemplateRecord, LockColumn>, { actor }: Caller): boolean {
  return row.lockKind === actor.kind && row.lockId !== null && personIn(row.lockId) === actor.id
}

/** True if the caller edits in a window: a user of the embedded editor, or an account in the editor of the console. */
export function isEditor({ actor: { kind, seat } }: Caller): boolean {
  return kind === 'plugin_user' || seat !== undefined
}

/** True if a window of an editor holds the lock, not a job of an API key or account. */
export function isHeldByEditor(row: Pick<TemplateRecord, LockColumn>): boolean {
  return row.lockKind === 'plugin_user' || isHeldInWindow(row)
}

function isHeldInWindow({ lockId }: Pick<TemplateRecord, LockColumn>): boolean {
  return lockId !== null && lockId.includes(seatMark)
}

// Ids contain no control characters.
const seatMark = '\u001f'

/** A request for the lock that its holder has not accepted. */
export interface LockRequest {
  name: string
  /** The caller's own, from this window. */
  isOwn: boolean
  state: 'pending' | 'declined'
  /** Seconds until the requester may take the lock over without a response; 0 from then on. */
  secondsLeft: number
}

/** The request for the lock, if there is one that is not void, as seen by a caller. */
export function lockRequestOf(
  row: Pick<TemplateRecord, LockColumn>,
  { actor }: Caller,
  nowMs: number,
): LockRequest | undefined {
  const { lockRequest: request } = row
  if (request === null || lockOf(row, nowMs) === undefined) return undefined
  const { at, declinedAt, id, kind, name } = request
  const ageMs = nowMs - (declinedAt ?? at)
  if (ageMs < 0 || ageMs >= limits.lockRequestVoidSeconds * 1000) return undefined
  const isDeclined = declinedAt !== null
  return {
    name,
    isOwn: kind === actor.kind && id === holderId(actor),
    state: isDeclined ? 'declined' : 'pending',
    secondsLeft: isDeclined ? 0 : Math.max(0, Math.ceil(limits.lockRequestSeconds - ageMs / 1000)),
  }
}

/** Value of the column `lockId`: the actor id, followed by the window for actors that may have several. */
export function holderId({ id, seat }: Caller['actor']): string {
  return seat === undefined ? id : id + seatMark + seat
}

function personIn(holder: string): string {
  return holder.split(seatMark)[0] ?? holder
}

/**
 * True if an open editor holds the lock and the caller is not an editor: the editor merges operations of others, while two
 * editors would overwrite each other's words as they are typed.
 */
export function mayMerge(row: Pick<TemplateRecord, LockColumn>, caller: Caller): boolean {
  return isHeldByEditor(row) && !isEditor(caller)
}

/** Fails with LOCKED, with holder and expiry, while another caller edits the template. */
export function checkLock(row: TemplateRecord, caller: Caller, nowMs: number): void {
  const lock = lockAgainst(row, caller, nowMs)
  if (lock === undefined) return
  const { holder, expires_at: until } = lock
  fail('LOCKED', { detail: `${holder.name} edits "${row.name}" until ${until}.`, extra: { holder, until } })
}
