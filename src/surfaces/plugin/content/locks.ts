import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { ServiceError } from '../../../kernel/errors/index.ts'
import {
  acceptRequest,
  acquireLock,
  declineRequest,
  loadTemplate,
  releaseLock,
  requestLock,
  withdrawRequest,
} from '../../templates/index.ts'
import type { Session } from '../sessions/sessions.ts'
import { freeLock, lockSeen } from './content.ts'
import type { AcquireEditorLock, EditorLockStatus } from './contract.ts'
import { templateOf } from './email.ts'

/** Lock holder and revision of the session's email. Fails like `loadTemplate`. */
export async function readEmailLock(db: Db, caller: Caller, session: Session): Promise<EditorLockStatus> {
  const templateId = await templateOf(db, caller, session)
  if (templateId === undefined) return { ...freeLock, revision: 0 }
  const template = await loadTemplate(db, caller, templateId)
  return { ...lockSeen(template, caller, db.nowMs()), revision: template.revision }
}

/**
 * Acquires the editing lock for this window, or extends it. `held` is false while another holder has it; an email that was
 * never saved needs no lock. `handover` requests the lock from its holder, or responds to a request. Fails like `loadTemplate`, and with PERMISSION_DENIED if the caller may not force it.
 */
export async function holdEmail(
  db: Db,
  caller: Caller,
  session: Session,
  { force = false, handover }: AcquireEditorLock,
): Promise<EditorLockStatus> {
  const templateId = await templateOf(db, caller, session)
  if (templateId === undefined) return { ...freeLock, held: true, revision: 0 }
  try {
    if (handover !== undefined) await handovers[handover](db, caller, templateId)
    else await acquireLock(db, caller, templateId, { force })
  } catch (error) {
    if (!(error instanceof ServiceError && error.apiCode === 'LOCKED')) throw error
  }
  return readEmailLock(db, caller, session)
}

const handovers = { request: requestLock, accept: acceptRequest, decline: declineRequest }

/** Also withdraws its request for the lock. No-op if this window does not hold the lock. */
export async function letEmailGo(db: Db, caller: Caller, session: Session): Promise<void> {
  const templateId = await templateOf(db, caller, session)
  if (templateId === undefined) return
  const { held, request } = lockSeen(await loadTemplate(db, caller, templateId), caller, db.nowMs())
  if (held) await releaseLock(db, caller, { id: templateId })
  if (request?.isOwn === true) await withdrawRequest(db, caller, templateId)
}
