/**
 * Those who know more of a domain than its DNS: its home page, and the registry (RDAP). Asked through the guarded client, a
 * few at a time, and never waited for in vain. Start at neighbors.ts.
 */
export { type Neighbours, type CachedAnswer, createNeighbours } from './domain-sources.ts'
