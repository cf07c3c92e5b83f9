/**
 * The editable texts of blocks, and the start of typing; the text editor itself is in text/.
 * Start at targets.ts.
 */
export { type Entry, type Start, startTyping, consumeStart, onStart } from './starting.ts'
export { type TextKind, type TextTarget, positionsOf, propsWith, valueAt } from './targets.ts'
