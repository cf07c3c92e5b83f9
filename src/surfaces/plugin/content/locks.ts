import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { ServiceError } from '../../../kernel/errors/index.ts'
import { acquireLock, loadTemplate, releaseLock } from '../../templates/index.ts'
import type { Session } from '../sessions/sessions.ts'
import { freeLock, lockSeen } from './content.ts'
import type { EditorLockStatus } from './contract.ts'
import { templateOf } from './email.ts'

/** Who edits the email of a session, and its revision. Fails like loading the template. */
export async function readEmailLock(db: Db, caller: Caller, session: Session): Promise<EditorLockStatus> {
  const templateId = await templateOf(db, caller, session)
  if (templateId === undefined) return { ...freeLock, revision: 0 }
  const template = await loadTemplate(db, caller, templateId)
  return { ...lockSeen(template, caller, db.nowMs()), revision: template.revision }
}

/**
 * Takes the editing lock for this window, or keeps it. `held` is false while someone else has it; an email that was never
 * saved needs none. Fails like loading the template, and with PERMISSION_DENIED for who may not take it by force.
 */
export async function holdEmail(
  db: Db,
  caller: Caller,
  session: Session,
  { force = false }: { force?: boolean },
): Promise<EditorLockStatus> {
  const templateId = await templateOf(db, caller, session)
  if (templateId === undefined) return { ...freeLock, held: true, revision: 0 }
  try {
    await acquireLock(db, caller, templateId, { force })
  } catch (error) {
    if (!(error instanceof ServiceError && error.apiCode === 'LOCKED')) throw error
  }
  return readEmailLock(db, caller, session)
}

/** Gives the lock up; nothing happens when this window does not hold it. */
export async function letEmailGo(db: Db, caller: Caller, session: Session): Promise<void> {
  const templateId = await templateOf(db, caller, session)
  if (templateId === undefined) return
  if (lockSeen(await loadTemplate(db, caller, templateId), caller, db.nowMs()).held)
    await releaseLock(db, caller, { id: templateId })
}
