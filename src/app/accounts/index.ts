/**
 * How a person gets into the console: the one-time setup link and the sessions of the browser. Accounts themselves
 * and their passwords belong to surfaces/projects; storage holds only hashes of the tokens made here.
 * Start at sessions.ts.
 */
export { deleteSessionsOf } from './store.ts'
export { type Session, endSession, openSession, readSession } from './sessions.ts'
export { createSetupLink, hasSetupLink, useSetupLink } from './setup-links.ts'
