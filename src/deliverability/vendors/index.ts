/**
 * Whose services a domain uses, told from what they have its owner publish in DNS. The table is data (vendors.json); a name in
 * it is a hint, for nobody publishes such a list. Asks nobody. Start at find-vendors.ts.
 */
export { type DomainRecords, type Vendor, findVendors, reportReceivers, distinctiveSelectors } from './find-vendors.ts'
export { type Trust, type TrustEvidence, assessTrust } from './trust.ts'
