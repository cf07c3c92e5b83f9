/**
 * Typo suggestions for unknown words: in a document, a flag, a setting. Imports no other module of the kernel.
 * Start at nearest.ts.
 */
export { nearest } from './nearest.ts'
