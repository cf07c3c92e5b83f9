/**
 * Access to the console: the one-time setup link, browser sessions, invitations, members and links that reset a password.
 * Accounts and their passwords belong to surfaces/projects; only hashes of the tokens are stored. Start at sessions.ts.
 */
export type { Manager } from './authority.ts'
export { type IdentityRefusal, findAccountOf, unlinkIdentities } from './identities.ts'
export { hasIdentity } from './identity-store.ts'
export {
  type Invitation,
  acceptInvitation,
  invite,
  listInvitations,
  readInvitation,
  revokeInvitation,
} from './invitations.ts'
export {
  changeMemberRole,
  disableMember,
  enableMember,
  removeMember,
  removeMemberFactor,
  removeMemberPasskeys,
  resetMember,
  unlinkMember,
} from './members.ts'
export { createResetLink, readResetLink, useResetLink } from './reset-links.ts'
export { createChallenges } from './challenges.ts'
export { createSecondFactor, removeSecondFactor, visitSealedAuthenticators } from './second-factor.ts'
export {
  type CreationOptions,
  type PasskeyRefusal,
  createPasskeys,
  listPasskeys,
  removePasskey,
  removePasskeys,
  renamePasskey,
} from './passkeys.ts'
export { deleteSessionsOf } from './store.ts'
export {
  type Session,
  type SessionEntry,
  endOtherSessions,
  endSession,
  listSessions,
  openSession,
  readSession,
} from './sessions.ts'
export { createToken } from './token.ts'
export { createSetupLink, hasSetupLink, useSetupLink } from './setup-links.ts'
export { createSessionCallers, csrfOf } from './session-callers.ts'
