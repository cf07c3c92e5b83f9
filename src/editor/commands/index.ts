/**
 * Every command of keys, buttons, menus and the host page, in one table per group; list.ts joins the tables, keys.ts decides which
 * command a key press runs.
 */
export { commands } from './list.ts'
export { type KeyTarget, keyTargetOf, pressKey, typeKey } from './keys.ts'
export { handleClipboard } from './clipboard.ts'
export { focusCanvas, insertAndFocus, isTyped, leave, startEditing } from './editing.ts'
export { goToSettings } from './regions.ts'
