import type { Db } from '../../../platform/storage/index.ts'
import { type RegistrationEvent, type RegistrationState, stateAfter } from './states.ts'
import { type RegistrationRow, insertChange, insertRegistration, updateRegistration } from './store.ts'

export interface EventNote {
  readonly note?: string | null
  readonly reference?: string | null
  /** Null for events of the service. */
  readonly actorName: string | null
}

/** Events whose note is the reason for the new state. */
const reasoned: ReadonlySet<RegistrationEvent> = new Set([
  'rejected',
  'revoked',
  'info_requested',
  'check_failed',
  'preflight_failed',
])

/** Begins a registration. Must run in a transaction that has locked the sender. */
export async function beginRegistration(
  db: Db,
  { provider, senderId }: { senderId: string; provider: string },
  actorName: string,
): Promise<void> {
  const now = db.nowMs()
  const blank = { reference: null, reason: null, submittedAt: null, approvedAt: null }
  await insertRegistration(db, { senderId, provider, state: 'draft', ...blank, changedAt: now })
  await insertChange(db, {
    senderId,
    provider,
    event: 'registered',
    stateBefore: null,
    stateAfter: 'draft',
    note: null,
    reference: null,
    actorName,
    at: now,
  })
}

/** Moves a registration to its next state; false if the event does not apply. The sender must be locked. */
export async function applyEvent(
  db: Db,
  row: RegistrationRow,
  event: RegistrationEvent,
  { actorName, note = null, reference = null }: EventNote,
): Promise<boolean> {
  const before = row.state as RegistrationState
  const after = stateAfter(before, event)
  if (after === undefined) return false
  const now = db.nowMs()
  await updateRegistration(db, row, {
    state: after,
    reason: reasoned.has(event) ? note : null,
    ...(reference === null ? {} : { reference }),
    ...(event === 'submitted' ? { submittedAt: now } : {}),
    ...(event === 'approved' ? { approvedAt: now } : {}),
    changedAt: now,
  })
  await insertChange(db, {
    senderId: row.senderId,
    provider: row.provider,
    event,
    stateBefore: before,
    stateAfter: after,
    note,
    reference,
    actorName,
    at: now,
  })
  return true
}
