/**
 * Everything that can be done by key, button, menu or the host page: one command a file, and the one list of them. Asks the
 * actions and the state. Start at list.ts; keys.ts says which key press is for whom.
 */
export { commands } from './list.ts'
export { type KeyTarget, keyTargetOf, pressKey, typeKey } from './keys.ts'
export { handleClipboard } from './clipboard-events.ts'
export { focusCanvas, insertAndFocus } from './entering.ts'
export { isTyped, leave, startEditing } from './editing.ts'
export { goToSettings } from './regions.ts'
