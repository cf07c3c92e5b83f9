/**
 * The word that was probably meant, where somebody wrote one that nobody knows: in a document, a flag, a setting.
 * Uses nothing of other rooms.
 */
export { nearest } from './nearest.ts'
