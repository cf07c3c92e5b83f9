/**
 * Reports about the mail of a domain: DMARC aggregate reports (RFC 9990, RFC 7489), failure reports (RFC 6591, RFC 9991) and
 * TLS reports (RFC 8460), read into a sink in batches. No I/O. Start at read-reports.ts.
 */
export {
  type Authentication,
  type BatchSink,
  type RecordBatch,
  type ReportEvent,
  createDelivery,
  createEmittingSink,
} from './events.ts'
export type {
  AggregateHeader,
  AggregateRecord,
  AggregateSummary,
  DkimResult,
  FailureReport,
  PublishedPolicy,
  Reporter,
  SpfResult,
  TimeRange,
  TlsFailure,
  TlsPolicy,
  TlsReport,
} from './report.ts'
export { explainRecord } from './explain-record.ts'
export { type ReportInput, readReports } from './read-reports.ts'
export type { ReadOptions, ReaderDeps, ReportHash } from './reader.ts'
export type { Rejection, RejectionCode, ReportSink, ReportSource } from './sink.ts'
export type { ReportWarning } from './warning.ts'
