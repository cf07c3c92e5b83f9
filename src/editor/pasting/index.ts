/**
 * Converts the clipboard of other programs to blocks, for the text editor and for block selections; loaded on the first
 * paste. Start at pasted.ts.
 */
export { type ClipboardContent, isLayout, readPasted } from './pasted.ts'
export { plainRich, readPlain, withoutEmptyLines } from './plain.ts'
