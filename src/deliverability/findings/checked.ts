/** `none`: not published; `unmeasured`: could not be found out, which says nothing. */
export type CheckState = 'pass' | 'warn' | 'fail' | 'none' | 'unmeasured'

export type FindingSeverity = 'error' | 'warning' | 'info'

/** A record to put into a zone. */
export interface RecordToPublish {
  readonly name: string
  readonly type: 'TXT' | 'MX' | 'TLSA' | 'PTR'
  readonly value: string
}

/** One thing that a check found. */
export interface DomainFinding {
  /** Stable, such as `spf.too_many_lookups`. */
  readonly code: string
  readonly severity: FindingSeverity
  /** What was found, one sentence. */
  readonly message: string
  /** Why that matters, one sentence, the same for every finding of the code. */
  readonly why: string
  /** What to do about it, one sentence. */
  readonly fix?: string
  /** The record that does it, where one does. */
  readonly publish?: RecordToPublish
}

export interface Checked {
  readonly state: CheckState
  /** The record as it is published, also where it is wrong. */
  readonly record?: string
  readonly findings: readonly DomainFinding[]
  /** How much of what the check can give is reached, 0 to 1. Of no meaning where it is unmeasured. */
  readonly share: number
}

/** The result of a check that could be made: as good as its worst finding, and as much as `share` says. */
export function concluded(
  findings: readonly DomainFinding[],
  { record, share = 1 }: { record?: string | undefined; share?: number } = {},
): Checked {
  const has = (severity: FindingSeverity) => findings.some((each) => each.severity === severity)
  const state = has('error') ? 'fail' : has('warning') ? 'warn' : 'pass'
  const max = { fail: 0, warn: 0.8, pass: 1 }[state]
  return { state, ...(record === undefined ? {} : { record }), findings, share: Math.min(share, max) }
}

/** The result of a check that found that there is nothing to judge. */
export function unpublished(finding: DomainFinding, { record }: { record?: string } = {}): Checked {
  return { state: 'none', ...(record === undefined ? {} : { record }), findings: [finding], share: 0 }
}

/** The result of a check that could not be made. */
export function unmeasured(finding: DomainFinding, { record }: { record?: string } = {}): Checked {
  return { state: 'unmeasured', ...(record === undefined ? {} : { record }), findings: [finding], share: 0 }
}
