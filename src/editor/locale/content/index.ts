/**
 * Default texts of new blocks.
 * They are content: their language is that of the email, not of the editor.
 */
export type { ContentTexts } from '../nearest-texts.ts'
export { loadContentTexts, otherLanguages } from './load.ts'
