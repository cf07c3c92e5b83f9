/** What owners and admins do with other accounts of their company. */
import { findRole } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type User, changeRole, disableUser, enableUser, removeUser } from '../../surfaces/projects/index.ts'
import { type Manager, requireManager, requireMember } from './authority.ts'
import { unlinkIdentities } from './identities.ts'
import { removePasskeys } from './passkeys.ts'
import { removeSecondFactor } from './second-factor.ts'
import { createResetLink } from './reset-links.ts'
import { deleteInvitationsBy, deleteSessionsOf } from './store.ts'

/**
 * Changes the role and ends the sessions of the account, so that none has the rights of before. ROLE_TOO_LOW,
 * VALIDATION_FAILED for the last owner.
 */
export async function changeMemberRole(db: Db, by: Manager, { id, role }: { id: string; role: string }): Promise<User> {
  const member = await requireMember(db, by.companyId, id)
  const becomes = findRole(role) ?? member.role
  await requireManager(db, by, { has: member.role, becomes })
  const changed = await changeRole(db, id, role, by.actor)
  if (changed.role !== member.role) {
    await deleteSessionsOf(db, id)
    if (changed.role !== 'owner') await deleteInvitationsBy(db, id)
  }
  return changed
}

/** Ends the sessions and revokes the invitations of the account, which can no longer sign in. */
export async function disableMember(db: Db, by: Manager, id: string): Promise<User> {
  await requireManaged(db, by, id)
  await deleteSessionsOf(db, id)
  await deleteInvitationsBy(db, id)
  return disableUser(db, id, by.actor)
}

export async function enableMember(db: Db, by: Manager, id: string): Promise<User> {
  await requireManaged(db, by, id)
  return enableUser(db, id, by.actor)
}

/** Deletes the account with its sessions and invitations. */
export async function removeMember(db: Db, by: Manager, id: string): Promise<User> {
  await requireManaged(db, by, id)
  return removeUser(db, id, by.actor)
}

/** Turns off the second factor of a member who lost the app and the recovery codes, and ends the sessions. */
export async function removeMemberFactor(db: Db, by: Manager, id: string): Promise<void> {
  await requireManaged(db, by, id)
  await removeSecondFactor(db, { userId: id, ...by })
  await deleteSessionsOf(db, id)
}

/** Removes the passkeys of a member, who lost them or whose account others may have used, and ends the sessions. */
export async function removeMemberPasskeys(db: Db, by: Manager, id: string): Promise<void> {
  await requireManaged(db, by, id)
  await removePasskeys(db, { userId: id, ...by })
  await deleteSessionsOf(db, id)
}

/** Unlinks a member from the provider with which people sign in, and ends the sessions. */
export async function unlinkMember(db: Db, by: Manager, id: string): Promise<void> {
  await requireManaged(db, by, id)
  await unlinkIdentities(db, { userId: id, ...by })
  await deleteSessionsOf(db, id)
}

/** The token of a link with which the member sets a new password. */
export async function resetMember(db: Db, by: Manager, id: string): Promise<{ token: string; email: string }> {
  const member = await requireManaged(db, by, id)
  return { token: await createResetLink(db, member, by.actor), email: member.email }
}

async function requireManaged(db: Db, by: Manager, id: string): Promise<User> {
  const member = await requireMember(db, by.companyId, id)
  await requireManager(db, by, { has: member.role })
  return member
}
