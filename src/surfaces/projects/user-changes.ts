import { fail } from '../../kernel/errors/index.ts'
import { findRole, hashPassword } from '../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import { checkPassword } from './passwords.ts'
import * as rows from './store.ts'
import { type User, normalEmail, shownUser, unknownRole } from './users.ts'

/**
 * Sets a new password and runs `also` in the same transaction. VALIDATION_FAILED for an unknown account or a weak password.
 */
export async function resetPassword(
  store: Store,
  {
    also,
    password,
    who,
    actor = systemActor,
  }: { who: string; password: string; also: (db: Db, user: User) => Promise<void>; actor?: Actor },
): Promise<User> {
  const known = await store.tx((db) => requireUser(db, who), underLocks)
  // Hashing takes about 30 ms, during which a transaction would block other writers.
  const passwordHash = await hashPassword(checkPassword(password, known.email))
  return store.tx(async (db) => {
    const user = await requireUser(db, known.id)
    await rows.updateUser(db, user.id, { passwordHash })
    await record(db, actor, 'user.password_reset', user)
    await also(db, user)
    return user
  }, underLocks)
}

/** VALIDATION_FAILED for an unknown account or role, and for the last owner. */
export async function changeRole(db: Db, who: string, name: string, actor: Actor = systemActor): Promise<User> {
  const user = await requireUser(db, who)
  const role = findRole(name) ?? fail('VALIDATION_FAILED', { issues: [unknownRole] })
  if (role === user.role) return user
  if (role !== 'owner') await keepAnOwner(db, user)
  await rows.updateUser(db, user.id, { role })
  await record(db, actor, 'user.role_changed', user, { role, before: user.role })
  return { ...user, role }
}

/** Prevents an account from signing in; VALIDATION_FAILED for an unknown account and for the last owner. */
export async function disableUser(db: Db, who: string, actor: Actor = systemActor): Promise<User> {
  const user = await requireUser(db, who)
  if (user.disabledAt !== null) return user
  await keepAnOwner(db, user)
  const disabledAt = db.nowMs()
  await rows.updateUser(db, user.id, { disabledAt })
  await record(db, actor, 'user.disabled', user)
  return { ...user, disabledAt }
}

/** Allows a disabled account to sign in again; VALIDATION_FAILED for an unknown account. */
export async function enableUser(db: Db, who: string, actor: Actor = systemActor): Promise<User> {
  const user = await requireUser(db, who)
  if (user.disabledAt === null) return user
  await rows.updateUser(db, user.id, { disabledAt: null })
  await record(db, actor, 'user.enabled', user)
  return { ...user, disabledAt: null }
}

/** Deletes an account with its sessions; VALIDATION_FAILED for an unknown account and for the last owner. */
export async function removeUser(db: Db, who: string, actor: Actor = systemActor): Promise<User> {
  const user = await requireUser(db, who)
  await keepAnOwner(db, user)
  await rows.deleteUser(db, user.id)
  await record(db, actor, 'user.removed', user)
  return user
}

async function requireUser(db: Db, who: string): Promise<User> {
  const row = (await rows.lockUser(db, who)) ?? (await rows.lockUser(db, normalEmail(who)))
  if (row !== undefined) return shownUser(row)
  return fail('VALIDATION_FAILED', `Account “${who}” not found. svc users list shows all accounts.`)
}

// Without an active owner, no user of the company could appoint one in the console.
async function keepAnOwner(db: Db, user: User): Promise<void> {
  const owners = await rows.lockActiveOwners(db, user.companyId)
  if (owners.length !== 1 || owners[0]?.id !== user.id) return
  const remedy = 'First make another account an owner.'
  fail('VALIDATION_FAILED', `${user.email} is the only enabled owner. ${remedy}`)
}

function record(db: Db, actor: Actor, action: string, user: User, detail: Record<string, string> = {}): Promise<void> {
  const { companyId, email, id } = user
  return audit(db, actor, { action, companyId, target: id, detail: { email, ...detail } })
}
