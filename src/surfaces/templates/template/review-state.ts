import type { TemplateRecord } from './store.ts'

/** The latest review of a template, as the template and its events contain it; undefined without one. */
export function presentReviewState({
  reviewId = null,
  reviewState = null,
  reviewDiffers = false,
}: Partial<Pick<TemplateRecord, 'reviewId' | 'reviewState' | 'reviewDiffers'>>) {
  return reviewId === null || reviewState === null
    ? undefined
    : { id: reviewId, state: reviewState, stale: reviewDiffers }
}
