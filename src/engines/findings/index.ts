/**
 * The words that checks of a domain share: how records are asked for, what a check found, and how that is put. Asks nobody.
 * Start at checked.ts.
 */
export {
  type Checked,
  type CheckState,
  type DomainFinding,
  type FindingSeverity,
  concluded,
  unmeasured,
} from './checked.ts'
export { type DnsReply, type ResolveRecords, isAbsent, isUnknown } from './resolve.ts'
export { type TaggedRecord, readTags } from './tags.ts'
