import type { AggregateHeader, AggregateRecord, AggregateSummary, FailureReport, TlsReport } from './report.ts'

export type RejectionCode =
  | 'not_a_report'
  | 'other_feedback'
  | 'empty'
  | 'too_large'
  | 'damaged'
  | 'encrypted'
  | 'doctype_forbidden'
  | 'nesting_too_deep'
  | 'too_many_entries'
  | 'date_range_implausible'
  | 'domain_missing'
  | 'policy_too_late'

/** Why an input, or an entry of it, was not read. */
export interface Rejection {
  readonly code: RejectionCode
  readonly reason: string
  /** The name of the attachment or archive entry, for messages only. */
  readonly name?: string
}

/**
 * Receives the reports of one input in order. `begin`, `records` and `end` belong to one aggregate report; `rejected` between
 * `begin` and `end` cancels that report, so that its records must not be stored. Reading waits for promises.
 */
export interface ReportSink {
  begin(header: AggregateHeader, source: ReportSource): void | Promise<void>
  records(batch: readonly AggregateRecord[]): void | Promise<void>
  end(summary: AggregateSummary): void | Promise<void>
  failure(report: FailureReport, source: ReportSource): void | Promise<void>
  tls(report: TlsReport, source: ReportSource): void | Promise<void>
  rejected(rejection: Rejection): void | Promise<void>
}

/** Where a report was found. */
export interface ReportSource {
  /** The name of the attachment, archive entry or file, outermost first; for messages only. */
  readonly names: readonly string[]
}
