/**
 * Cached results of a project's verifications, and when a mailbox was last found or missing. Rows are stored under a keyed
 * hash, so that neither the database nor another project reveals the addresses. Start at cache.ts.
 */
export { type AddressHash, type Cached, createHash, purgeCache, recall, recallMany, cache, cacheMany } from './cache.ts'
