import type { VerificationFeedbackSummary } from '../../api/index.ts'
import { verdicts } from '../lists/verdicts.ts'

export const outcomes = ['delivered', 'complained', 'bounced'] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = Readonly<Record<Outcome, number>>

export interface VerdictCounts extends Counts {
  verdict: (typeof verdicts)[number] | 'none'
}

/** Verdicts with reports, those of mailboxes that were never verified last. */
export function byVerdict({ data }: VerificationFeedbackSummary): VerdictCounts[] {
  return [...verdicts, 'none' as const]
    .map((verdict) => {
      const rows = data.filter(({ reachable }) => (reachable ?? 'none') === verdict)
      const sum = (outcome: Outcome) => rows.reduce((total, row) => total + row[outcome], 0)
      return { verdict, delivered: sum('delivered'), complained: sum('complained'), bounced: sum('bounced') }
    })
    .filter((counts) => totalOf(counts) > 0)
}

export function totalOf(counts: Counts): number {
  return outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
}

/** Only delivered mail is complained about. */
export function arrivedShare(counts: Counts): number {
  return (counts.delivered + counts.complained) / totalOf(counts)
}
