/**
 * Authentication of callers: API keys and their scopes, passwords, and the vault that seals and signs. Uses storage for
 * rows; independent of HTTP. Start at authenticator.ts for the API, vault.ts for secrets.
 */
export { type AccountClaim, isProvenAccount, signAccountClaim } from './account-claim.ts'
export { type Authenticator, createAuthenticator } from './authenticator.ts'
export { currentCaller, currentOwner, requireCurrentCaller } from './current.ts'
export {
  type EndUser,
  type EndUserSettings,
  type FileClaim,
  type Library,
  type Right,
  type UploadQuota,
  defaultEndUserSettings,
  endUserOf,
  fileClaims,
  libraryClaimOf,
  rights,
} from './end-user.ts'
export { hashKey, sameHash } from './keys.ts'
export { type Reach, libraryOf, reachOf, sharedLibrary } from './library.ts'
export { macOf } from './mac.ts'
export {
  type PluginToken,
  type PluginTokenPayload,
  isSignedWith,
  lifeOf,
  readPluginToken,
  signPluginToken,
  signSessionToken,
} from './plugin-token.ts'
export { type ProjectLimits, limitsIn } from './project-limits.ts'
export { mayCall, rolePermissions } from './role-permissions.ts'
export { type Role, findRole, roles } from './roles.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { type CallActor, type Caller, type Scope, hasScope, isScope, scopes } from './scopes.ts'
export type { VisitSealed, VisitSealedRows } from './sealed-rows.ts'
export { createTotpSecret, matchTotp, totpAt, totpUri } from './totp.ts'
export { type SealContext, type SecretSource, type Vault, createVault, deriveKey } from './vault.ts'
