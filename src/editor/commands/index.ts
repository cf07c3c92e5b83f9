/**
 * Commands of keys, buttons, menus and the host page, in one table per group; list.ts joins the tables, keys.ts maps
 * key presses to commands.
 */
export { commands } from './list.ts'
export { type KeyTarget, keyTargetOf, pressKey, typeKey } from './keys.ts'
export { handleClipboard, pasteData } from './clipboard.ts'
export { focusCanvas, insertAndFocus, isTyped, lacksImage, leave, startEditing } from './editing.ts'
export { goToSettings } from './regions.ts'
