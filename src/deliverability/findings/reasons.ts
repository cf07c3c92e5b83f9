import type { DomainFinding, FindingSeverity, RecordToPublish } from './checked.ts'

/** What a check may find: by the last part of its code, how bad that is and why it matters. */
export type Reasons = Readonly<Record<string, readonly [severity: FindingSeverity, why: string]>>

/** What a finding has beside its sentence; a severity other than the usual one where circumstances change it. */
export interface FindingDetail {
  readonly fix?: string
  readonly publish?: RecordToPublish
  readonly severity?: FindingSeverity
}

/** The one way to make findings of a check: `report('no_all', 'It says …', { fix })` has the code `spf.no_all`. */
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
