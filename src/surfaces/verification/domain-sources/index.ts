/**
 * Sources of information about a domain other than its DNS: its home page and the registry (RDAP). Requests go through the
 * guarded client, with limited concurrency and timeouts. Start at domain-sources.ts.
 */
export { type Neighbours, type CachedAnswer, createNeighbours } from './domain-sources.ts'
