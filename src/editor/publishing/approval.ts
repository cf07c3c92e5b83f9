import type { PluginReviewResponse } from '../../../sdk/browser/protocol/index.ts'
import { ApiFailure } from '../bridge/index.ts'
import { saverOf } from '../saving/index.ts'
import type { Editor } from '../state/index.ts'
import { conflict, refreshPublication, saveFirst, showCurrent } from './publishing.ts'

/** Saves that may follow each other while the user goes on typing. */
const maxTries = 3

/** Saves pending changes, then requests an approval of exactly the email that this window shows. Fails like `publishEmail`. */
export async function requestApproval(editor: Editor, note = ''): Promise<PluginReviewResponse> {
  for (let tries = 1; ; tries++) {
    await saveFirst(editor)
    const saver = saverOf(editor)
    const baseRevision = saver?.base.revision
    try {
      const requested = await editor.api.requestReview({
        ...(note === '' ? {} : { note }),
        ...(baseRevision === undefined ? {} : { baseRevision }),
      })
      editor.publication.value = requested.publication
      // The service has exactly the base, also if it counts the request as a revision.
      saver?.passRevision(requested.publication.revision)
      return requested
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'REVISION_CONFLICT' || saver === undefined) throw error
      if ((await showCurrent(editor, saver)) === undefined || tries >= maxTries) throw error
    }
  }
}

/** Withdraws a request, by default the pending one that this window shows. */
export function withdrawRequest(editor: Editor, reviewId?: string): Promise<PluginReviewResponse> {
  return onReview(editor, reviewId, (id) => editor.api.cancelReview(id))
}

/**
 * Approves or rejects the draft as it was when the approval was requested: by default that of the pending request. An
 * approval fails with REVISION_CONFLICT if this window shows another draft than the service has; it shows that one then.
 */
export function decideReview(
  editor: Editor,
  {
    isApproved,
    note = '',
    reviewId,
  }: { isApproved: boolean; note?: string | undefined; reviewId?: string | undefined },
): Promise<PluginReviewResponse> {
  const decision = note === '' ? {} : { note }
  return onReview(editor, reviewId, async (id) => {
    if (!isApproved) return editor.api.rejectReview(id, decision)
    await requireShown(editor)
    return editor.api.approveReview(id, decision)
  })
}

/** The service approves a request only while the draft is as requested, so the window must show that draft. */
async function requireShown(editor: Editor): Promise<void> {
  const saver = saverOf(editor)
  if (saver === undefined) return
  if (saver.pending > 0) await saveFirst(editor)
  const current = await showCurrent(editor, saver)
  if (current === undefined || saver.pending > 0) throw new ApiFailure(conflict)
}

/**
 * Without an id, the pending review that this window shows. One that it does not show yet is not touched: the call fails
 * with REVIEW_NOT_PENDING, and the window shows it then.
 */
async function onReview(
  editor: Editor,
  reviewId: string | undefined,
  act: (id: string) => Promise<PluginReviewResponse>,
): Promise<PluginReviewResponse> {
  const shown = editor.publication.peek()?.review
  const id = reviewId ?? (shown?.state === 'pending' ? shown.id : undefined)
  if (id === undefined) {
    await refreshPublication(editor)
    throw new ApiFailure(editor.publication.peek()?.review == null ? noReview : notPending)
  }
  try {
    const answered = await act(id)
    editor.publication.value = answered.publication
    return answered
  } catch (error) {
    const { code } = Object(error) as { code?: string }
    if (code?.startsWith('REVIEW_')) await refreshPublication(editor).catch(() => undefined)
    throw error
  }
}

const noReview = {
  error: 'Review not found',
  code: 'REVIEW_NOT_FOUND',
  details: 'Nobody has requested an approval of the email.',
  errorType: 'validation',
  isRecoverable: false,
} as const

const notPending = {
  error: 'The review is not pending',
  code: 'REVIEW_NOT_PENDING',
  details: 'The editor showed no pending request. It shows the latest one now.',
  errorType: 'validation',
  isRecoverable: true,
} as const
