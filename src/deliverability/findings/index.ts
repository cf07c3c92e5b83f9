/**
 * The words that checks of a domain share: how records are requested, what a check found and why it matters, and how that is
 * put. Asks nobody. Start at checked.ts, then reasons.ts.
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
