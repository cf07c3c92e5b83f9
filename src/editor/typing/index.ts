/**
 * Where people may type in the canvas, and how it begins; the text editor that does it is in text. Uses the state. Start at
 * places.ts.
 */
export { type Entry, type Start, startTyping, takeStart, takeStarts } from './starting.ts'
export { type TextKind, type TextTarget, positionsOf, propsWith, valueAt } from './targets.ts'
