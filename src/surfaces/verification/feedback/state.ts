import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type FeedbackRow, selectFeedback } from './store.ts'

/** What the reports about an email address mean now. */
export interface FeedbackState {
  readonly kind: 'bounced' | 'complained' | 'delivered'
  readonly daysAgo: number
  /** Of a bounce: why the server refused the mailbox, if it said so. */
  readonly bounce?: FeedbackRow['bounce']
}

const dayMs = 86_400_000

/** How long a report counts, milliseconds. */
export const countsMs: Readonly<Record<FeedbackState['kind'], number>> = {
  bounced: limits.feedbackBounceDays * dayMs,
  complained: limits.feedbackComplaintDays * dayMs,
  delivered: limits.feedbackDeliveryDays * dayMs,
}

/** Keyed by hash; mailboxes without a report that counts are missing. */
export async function recallFeedback(
  db: Db,
  projectId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, FeedbackState>> {
  const states = new Map<string, FeedbackState>()
  for (const row of await selectFeedback(db, projectId, hashes)) {
    const state = stateOf(row, db.nowMs())
    if (state !== undefined) states.set(row.addressHash, state)
  }
  return states
}

/** The latest of bounce and delivery counts. A complaint proves a delivery, and outlasts later ones. */
export function stateOf(
  { bounce, bouncedAt, complainedAt, deliveredAt }: FeedbackRow,
  nowMs: number,
): FeedbackState | undefined {
  const arrivedAt = Math.max(deliveredAt ?? 0, complainedAt ?? 0)
  const state = (kind: FeedbackState['kind'], at: number | null): FeedbackState | undefined =>
    at !== null && nowMs - at < countsMs[kind]
      ? { kind, daysAgo: Math.max(0, Math.floor((nowMs - at) / dayMs)) }
      : undefined
  const isLatest = bouncedAt !== null && bouncedAt >= arrivedAt
  if (isLatest) {
    const bounced = state('bounced', bouncedAt)
    if (bounced !== undefined) return { ...bounced, bounce }
  }
  return state('complained', complainedAt) ?? (isLatest ? undefined : state('delivered', deliveredAt))
}
