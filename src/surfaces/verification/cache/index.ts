/**
 * What a project's verifications found before: answers that still hold, and when a mailbox was last there or not. Kept under
 * a keyed hash, so that neither the database nor another project can tell which addresses these are. Start at memory.ts.
 */
export { type AddressHash, type Cached, createHash, purgeCache, recall, recallMany, cache, cacheMany } from './cache.ts'
