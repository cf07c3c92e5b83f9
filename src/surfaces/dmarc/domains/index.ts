/**
 * Sending domains: their settings, the addresses that their reports are sent to, and their lists. The other folders of the
 * surface load a domain here, which checks its project. Start at domains.ts.
 */
export { type ReportAddresses, authorizationRecord, recordToPublish, reportingAddress } from './addresses.ts'
export { DnsFinding, DomainName, DomainParams, Policy, RecordToPublish, Verification, domainParam } from './contract.ts'
export { findByName, loadDomain, readDomainName, recentDays, takeDomain } from './domains.ts'
export { createGroupRow } from './ensure-group.ts'
export { type GroupRow, selectGroupByName, selectGroupOf } from './group-store.ts'
export { presentDomain } from './present.ts'
export { type DomainRouteDeps, domainRoutes } from './routes.ts'
export {
  type DomainRow,
  type Volume,
  countOpenIncidents,
  eraseDomain,
  lockDomain,
  lockDomainsOf,
  reviseAllFacts,
  reviseFacts,
  selectByName,
  selectDomains,
  selectDomain,
  selectByToken,
  selectDue,
  selectNearest,
  selectVolumes,
  updateDomain,
} from './store.ts'
export { type Viewer, isVisible, selectHiddenGroups } from './visibility.ts'
