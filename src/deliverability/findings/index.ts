/**
 * Types shared by the checks of a domain: DNS queries, findings with their reasons, and results.
 * No I/O. Start at checked.ts, then reasons.ts.
 */
export {
  type Checked,
  type CheckState,
  type DomainFinding,
  type FindingSeverity,
  type RecordToPublish,
  concluded,
  unmeasured,
  unpublished,
} from './checked.ts'
export { type FindingDetail, type Reasons, findingsOf } from './reasons.ts'
export { type DnsReply, type ResolveRecords, danglingAlias, isAbsent, isUnknown } from './resolve.ts'
export { type TaggedRecord, readTags } from './tags.ts'
