/**
 * Access to the console: the one-time setup link and browser sessions. Accounts and their passwords belong to
 * surfaces/projects; only hashes of the tokens are stored. Start at sessions.ts.
 */
export { deleteSessionsOf } from './store.ts'
export { type Session, endSession, openSession, readSession } from './sessions.ts'
export { createSetupLink, hasSetupLink, useSetupLink } from './setup-links.ts'
