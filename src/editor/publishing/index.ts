/**
 * Publishing from the editor: pending changes are saved first, and a failure says why nothing was published. Loaded with the
 * code that edits, so without panels. Start at publishing.ts.
 */
export { decideReview, requestApproval, withdrawRequest } from './approval.ts'
export { failureText } from './failure-text.ts'
export {
  cancelSchedule,
  publishEmail,
  refreshPublication,
  rollBackEmail,
  showPublication,
  unpublishEmail,
} from './publishing.ts'
