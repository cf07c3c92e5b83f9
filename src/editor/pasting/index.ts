/**
 * What other programs put on the clipboard, as blocks: for whoever types and for whoever has a block selected. Read when
 * something is first pasted. Uses actions and the import engine. Start at pasted.ts.
 */
export { type Copied, isLayout, readPasted } from './pasted.ts'
export { readPlain } from './plain.ts'
