/**
 * Block lists in DNS (RFC 5782): which there are, what they are queried, and what their answers mean. A list that does not
 * pass its health check is not believed, one that is dead is not queried. Requests records through a function.
 * Start at check-zones.ts; zones.json and defunct.json are the tables.
 */
export { type Requesting, type Blacklists, type ZoneCheck, createBlacklists } from './check-zones.ts'
export { type BlockTarget, readTarget } from './target.ts'
export { type Digest, mailboxTarget } from './hashed.ts'
export { type Hit, type ResolveList } from './answer.ts'
export { type BlockSeverity, type Zone, builtInZones, findZone, selectZones } from './zones.ts'
