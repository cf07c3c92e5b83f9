/** Undefined members could not be measured. */
export interface TrustEvidence {
  readonly exists?: boolean
  readonly acceptsMail?: boolean
  /** State of its SPF check. */
  readonly spf?: 'pass' | 'warn' | 'fail' | 'none'
  readonly dmarcPolicy?: 'reject' | 'quarantine' | 'none' | 'missing'
  readonly ageDays?: number
  readonly isParked?: boolean
  readonly isDisposable: boolean
  /** Highest severity of block listings of the domain itself. */
  readonly listed?: 'critical' | 'high' | 'medium' | 'low' | 'no'
}

/** The score and its terms. */
export interface Trust {
  /** 0 to 100. */
  readonly score: number
  readonly level: 'high' | 'medium' | 'low' | 'none'
  readonly breakdown: readonly { readonly term: string; readonly points: number }[]
}

const listedPoints = { critical: -50, high: -40, medium: -20, low: -5, no: 5 } as const
const spfPoints = { pass: 10, warn: 5, fail: -10, none: -10 } as const
const policyPoints = { reject: 15, quarantine: 10, none: 5, missing: -10 } as const

/** Adds up the evidence; without any, the score is in the middle. */
export function assessTrust(evidence: TrustEvidence): Trust {
  const { ageDays, dmarcPolicy, exists, isDisposable, isParked, listed, spf, acceptsMail } = evidence
  const terms: [term: string, points: number | undefined][] = [
    ['start', 50],
    ['does_not_exist', exists === false ? -50 : undefined],
    ['takes_mail', acceptsMail === undefined ? undefined : acceptsMail ? 10 : -15],
    ['spf', spf === undefined ? undefined : spfPoints[spf]],
    ['dmarc', dmarcPolicy === undefined ? undefined : policyPoints[dmarcPolicy]],
    ['age', ageDays === undefined ? undefined : agePoints(ageDays)],
    ['block_lists', listed === undefined ? undefined : listedPoints[listed]],
    ['parked', isParked === true ? -30 : undefined],
    ['disposable', isDisposable ? -40 : undefined],
  ]
  const breakdown = terms.flatMap(([term, points]) => (points === undefined ? [] : [{ term, points }]))
  const sum = breakdown.reduce((total, { points }) => total + points, 0)
  const score = Math.min(100, Math.max(0, sum))
  if (score !== sum) breakdown.push({ term: 'bounds', points: score - sum })
  return { score, level: score >= 75 ? 'high' : score >= 50 ? 'medium' : score >= 25 ? 'low' : 'none', breakdown }
}

function agePoints(days: number): number {
  if (days < 30) return -30
  if (days < 180) return -10
  return days > 730 ? 10 : 0
}
