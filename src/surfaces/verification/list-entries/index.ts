/**
 * Allow and block lists of a project: email addresses, under their keyed hash, and domains, whose verdict the project decides.
 * Start at entries.ts.
 */
export { purgeListEntries } from './entries.ts'
export { type Listed, findListed } from './find-listed.ts'
export { listEntryRoutes } from './routes.ts'
export { readMailbox } from './read-value.ts'
