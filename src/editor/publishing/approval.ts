import { ApiFailure } from '../bridge/index.ts'
import { saverOf } from '../saving/index.ts'
import type { Editor } from '../state/index.ts'
import { saveFirst, showCurrent } from './publishing.ts'

/** Saves that may follow each other while the user goes on typing. */
const maxTries = 3

/** Saves pending changes, then requests an approval of exactly the email that this window shows. Fails like `publishEmail`. */
export async function requestApproval(editor: Editor, note: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await saveFirst(editor)
    const saver = saverOf(editor)
    const baseRevision = saver?.base.revision
    try {
      const { publication } = await editor.api.requestReview({
        ...(note === '' ? {} : { note }),
        ...(baseRevision === undefined ? {} : { baseRevision }),
      })
      editor.publication.value = publication
      // The service has exactly the base, also if it counts the request as a revision.
      saver?.passRevision(publication.revision)
      return
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'REVISION_CONFLICT' || saver === undefined) throw error
      if ((await showCurrent(editor, saver)) === undefined || tries >= maxTries) throw error
    }
  }
}

export async function withdrawRequest(editor: Editor, reviewId: string): Promise<void> {
  editor.publication.value = (await editor.api.cancelReview(reviewId)).publication
}

/** Approves or rejects the draft as it was when the approval was requested. */
export async function decideReview(
  editor: Editor,
  reviewId: string,
  { isApproved, note }: { isApproved: boolean; note: string },
): Promise<void> {
  const decide = isApproved ? editor.api.approveReview : editor.api.rejectReview
  editor.publication.value = (await decide(reviewId, note === '' ? {} : { note })).publication
}
