/**
 * State of the editor: document, selection, history, save state. No DOM, so that it is tested without a browser.
 * Every change goes through `editor.change`. Start at model.ts, then editor.ts.
 */
export type { ChangeOptions, Command, CommandId, Editor, Purpose, RailTab } from './model.ts'
export { type EditorDeps, createEditor } from './editor.ts'
export type { Change, Entry, HistoryState } from './history.ts'
export { type Apply, type Applying, type DeferredApply, type Rejection, createDeferredApply } from './applying.ts'
export { type Outline, type OutlineEntry, outlineOf } from './outline.ts'
export { type Problem, type RestoredEdits, type SaveState } from './model.ts'
export { selectTogether, selectedIds, toggleSelected } from './together.ts'
export { newId, withNewIds } from './new-nodes.ts'
export {
  type LockedAction,
  type BlockingLock,
  findBlockingLock,
  isLocked,
  mayEdit,
  mayEditChildren,
  mayMove,
  mayRemove,
  mayStyle,
} from './locks.ts'
export { canDecide, canPublish, canRequestReview, canRollBack, opensPublishing, showsPublishing } from './publishing.ts'
