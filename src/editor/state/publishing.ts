import type { Editor } from './model.ts'

/** True if the editor shows what is published: nothing of it where every save is live. */
export function showsPublishing({ config, publication }: Editor): boolean {
  const known = publication.value
  const isByHand = known !== undefined && (known.publishing === 'by_hand' || known.scheduled !== null)
  return isByHand && config.customization.features.includes('publish')
}

/** True if the user can publish the draft here and now. */
export function canPublish(editor: Editor): boolean {
  return canRollBack(editor) && !editor.viewOnly.value
}

/** True if the user can request an approval of the draft here and now. */
export function canRequestReview(editor: Editor): boolean {
  const { config, ended, publication, viewOnly } = editor
  const mayRequest = publication.value?.mayRequestReview === true && config.readOnly !== true
  return showsPublishing(editor) && mayRequest && !viewOnly.value && !ended.value
}

/** True if the user can approve or reject the draft, also while others edit it. */
export function canDecide(editor: Editor): boolean {
  const { ended, publication } = editor
  return showsPublishing(editor) && publication.value?.review?.mayDecide === true && !ended.value
}

/** True if the user can do something in the dialog that publishes. */
export function opensPublishing(editor: Editor): boolean {
  return canPublish(editor) || canRequestReview(editor) || canDecide(editor)
}

/** True if the user can publish an earlier release again, also while others edit the draft. */
export function canRollBack(editor: Editor): boolean {
  const mayPublish = editor.publication.value?.mayPublish === true && editor.config.readOnly !== true
  return showsPublishing(editor) && mayPublish && !editor.ended.value
}
