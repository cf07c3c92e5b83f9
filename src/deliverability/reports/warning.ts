/** A deviation that did not prevent reading; docs/dmarc-reports.md lists the codes. */
export interface ReportWarning {
  readonly code: string
  readonly message: string
  /** The element or member concerned. */
  readonly path?: string
  /** Occurrences, if there are several. */
  readonly count?: number
}
