/**
 * Services that a domain uses, detected by the records that they require in DNS. The table is data (vendors.json); a match
 * is a hint, because no authoritative list exists. No I/O. Start at find-vendors.ts.
 */
export { type DomainRecords, type Vendor, findVendors, reportReceivers, distinctiveSelectors } from './find-vendors.ts'
export { type Trust, type TrustEvidence, assessTrust } from './trust.ts'
