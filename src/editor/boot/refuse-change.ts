import { ApiFailure } from '../bridge/index.ts'
import type { Editor, Rejection } from '../state/index.ts'

/** Throws the failure of a change of the host page, as the service words it. Without reasons the email is read-only. */
export function refuseChange(editor: Editor, rejected?: Rejection): never {
  const issues = rejected?.issues ?? []
  const details = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  if (rejected?.isLocked === true) {
    throw new ApiFailure({
      error: 'The change affects locked content',
      code: 'CONTENT_LOCKED',
      details,
      issues,
      errorType: 'validation',
      isRecoverable: false,
    })
  }
  if (rejected === undefined || rejected.isBeyondLevel === true) {
    throw new ApiFailure({
      error: 'Permission denied',
      code: 'PERMISSION_DENIED',
      details: rejected === undefined ? 'The email is read-only here now.' : editor.words.t('level.textOnly'),
      ...(issues.length === 0 ? {} : { issues }),
      errorType: 'auth',
      isRecoverable: false,
    })
  }
  throw new ApiFailure({
    error: 'The email document is not valid',
    code: 'DOCUMENT_INVALID',
    details,
    issues,
    errorType: 'validation',
    isRecoverable: true,
  })
}

/** Throws PERMISSION_DENIED if the email may not be changed here now. */
export function requireWritable(editor: Editor): void {
  if (editor.viewOnly.peek()) refuseChange(editor)
}
