/**
 * Sources of mail in the name of a domain: identified, classified by hand, and enriched with host names and networks by a
 * job. Start at sources.ts, then enrich.ts.
 */
export { DomainClasses } from './domain-classes.ts'
export { type EnrichDeps, type Network, enrichSources } from './enrich.ts'
export { SourceClass, SourceEvidence } from './contract.ts'
export { sourceRoutes } from './routes.ts'
export { selectClasses, selectSourceDays } from './store.ts'
