/** `none`: not published; `unmeasured`: could not be determined. */
export type CheckState = 'pass' | 'warn' | 'fail' | 'none' | 'unmeasured'

export type FindingSeverity = 'error' | 'warning' | 'info'

/** A DNS record to publish. */
export interface RecordToPublish {
  readonly name: string
  readonly type: 'TXT' | 'MX' | 'TLSA' | 'PTR'
  readonly value: string
}

export interface DomainFinding {
  /** Stable, such as `spf.too_many_lookups`. */
  readonly code: string
  readonly severity: FindingSeverity
  /** One sentence. */
  readonly message: string
  /** The consequence in one sentence, the same for every finding of the code. */
  readonly why: string
  /** The remedy in one sentence. */
  readonly fix?: string
  /** The record to publish, if the remedy is one. */
  readonly publish?: RecordToPublish
}

export interface Checked {
  readonly state: CheckState
  /** The published record, also if it is invalid. */
  readonly record?: string
  readonly findings: readonly DomainFinding[]
  /** Achieved part of the check, 0 to 1. Meaningless if it is unmeasured. */
  readonly share: number
}

/** The result of a completed check: its state is that of the worst finding. */
export function concluded(
  findings: readonly DomainFinding[],
  { record, share = 1 }: { record?: string | undefined; share?: number } = {},
): Checked {
  const has = (severity: FindingSeverity) => findings.some((each) => each.severity === severity)
  const state = has('error') ? 'fail' : has('warning') ? 'warn' : 'pass'
  const max = { fail: 0, warn: 0.8, pass: 1 }[state]
  return { state, ...(record === undefined ? {} : { record }), findings, share: Math.min(share, max) }
}

/** The result of a check without a published record. */
export function unpublished(finding: DomainFinding, { record }: { record?: string } = {}): Checked {
  return { state: 'none', ...(record === undefined ? {} : { record }), findings: [finding], share: 0 }
}

/** The result of a check that could not be completed. */
export function unmeasured(finding: DomainFinding, { record }: { record?: string } = {}): Checked {
  return { state: 'unmeasured', ...(record === undefined ? {} : { record }), findings: [finding], share: 0 }
}
