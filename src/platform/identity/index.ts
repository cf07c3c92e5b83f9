/**
 * Who is calling: API keys and their scopes, console accounts' sessions, setup links, and the vault that seals and
 * signs. Asks storage for rows; knows nothing of HTTP but the text of a cookie.
 * Start at authenticator.ts for the API, sessions.ts for the console, vault.ts for secrets.
 */
export { type Authenticator, createAuthenticator } from './authenticator.ts'
export { hashKey, sameHash } from './keys.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { type Caller, type Scope, hasScope, scopes } from './scopes.ts'
export { type Vault, createVault } from './vault.ts'
