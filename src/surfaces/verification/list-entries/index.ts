/**
 * Allow and block lists of a project: email addresses, under their keyed hash, and domains, whose verdict the project decides.
 * Start at entries.ts; decide.ts applies them to verifications.
 */
export { type Listed, decide, decideMany, listFindings } from './decide.ts'
export { purgeListEntries } from './entries.ts'
export { listEntryRoutes } from './routes.ts'
export { readMailbox } from './read-value.ts'
