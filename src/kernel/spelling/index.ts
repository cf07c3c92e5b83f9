/**
 * The word that was probably meant, where somebody wrote one that nobody knows: in a document, a flag, a setting.
 * Asks nothing of other rooms.
 */
export { nearest } from './nearest.ts'
