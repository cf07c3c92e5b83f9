/**
 * DNS block lists (RFC 5782): the known lists, their queries and the meaning of their responses. A list that fails its
 * health check is ignored, a discontinued one is not queried. Requests records through a function. Start at check-zones.ts;
 * zones.json and defunct.json are the tables.
 */
export { type Requesting, type Blacklists, type ZoneCheck, createBlacklists } from './check-zones.ts'
export { type BlockTarget, readTarget } from './target.ts'
export { type Digest, mailboxTarget } from './hashed.ts'
export { type Hit, type ListedCode, type ResolveList } from './answer.ts'
export { type BlockSeverity, type Zone, builtInZones, findZone, selectZones } from './zones.ts'
