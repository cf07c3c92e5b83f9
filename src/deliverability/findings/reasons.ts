import type { DomainFinding, FindingSeverity, RecordToPublish } from './checked.ts'

/** Severity and consequence of each finding, by the last part of its code. */
export type Reasons = Readonly<Record<string, readonly [severity: FindingSeverity, why: string]>>

/** Details of a finding; `severity` overrides the default. */
export interface FindingDetail {
  readonly fix?: string
  readonly publish?: RecordToPublish
  readonly severity?: FindingSeverity
}

/** Returns a typed constructor of findings: `report('no_all', 'It says …', { fix })` has the code `spf.no_all`. */
export function findingsOf<R extends Reasons>(
  check: string,
  reasons: R,
): (code: keyof R & string, message: string, detail?: FindingDetail) => DomainFinding {
  return (code, message, { fix, publish, severity } = {}) => {
    const [usual, why] = (reasons as Reasons)[code] ?? ['info', '']
    return {
      code: `${check}.${code}`,
      severity: severity ?? usual,
      message,
      why,
      ...(fix === undefined ? {} : { fix }),
      ...(publish === undefined ? {} : { publish }),
    }
  }
}
