/**
 * Sources of information about a domain other than its DNS: its home page and the registry (RDAP). Requests go through the
 * guarded client, with limited concurrency and timeouts. Start at domain-sources.ts.
 */
export { type DomainSources, type CachedResult, createDomainSources } from './domain-sources.ts'
