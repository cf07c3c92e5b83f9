/** Typo suggestions for unknown words: in a document, a flag, a setting. Imports no other module of the kernel. */
export { nearest } from './nearest.ts'
