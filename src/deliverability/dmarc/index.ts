/**
 * DMARC (RFC 9989): the record that applies to a domain, found by the tree walk, and its problems.
 * Requests records through a function. Start at check-dmarc.ts.
 */
export { type DmarcCheck, type DmarcDeps, checkDmarc } from './check-dmarc.ts'
export { type ReceiverConsent, checkReceiver } from './check-receiver.ts'
export { type RecordChange, compareDmarc } from './compare-records.ts'
export { type ExplainedTag, explainTags } from './explain-tags.ts'
export { type FoundDmarc, findDmarc, isDmarc } from './find-dmarc.ts'
export { splitReports } from './evaluate-reports.ts'
export { type DmarcPolicy, evaluateTags, readPercent, readPolicy } from './evaluate-tags.ts'
export { dmarcReasons } from './reasons.ts'
export { type DmarcTags, addReportUri, reportUri, writeRecord, zoneStrings } from './write-record.ts'
