import { type SubStatusRow, subStatuses } from '../../../deliverability/verdict/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { FeedbackSummary } from './contract.ts'
import { countOutcomes } from './store.ts'

// Reasons of earlier versions may be gone.
const reasons: Readonly<Record<string, SubStatusRow | undefined>> = subStatuses

/** Verdicts of verifications against outcomes, for the mailboxes with the latest reports. */
export async function summarizeFeedback(db: Db, projectId: string): Promise<FeedbackSummary> {
  const rows = await countOutcomes(db, projectId, limits.feedbackSummarized)
  return {
    mailboxes: rows.reduce((sum, { bounced, complained, delivered }) => sum + bounced + complained + delivered, 0),
    data: rows.map(({ subStatus, ...counts }) => ({
      reachable: reasons[subStatus ?? '']?.reachable ?? null,
      sub_status: subStatus,
      ...counts,
    })),
  }
}
