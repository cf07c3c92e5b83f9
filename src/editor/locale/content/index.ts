/**
 * The default texts of new blocks.
 * They are content: they follow the language of the email, not of the editor.
 */
export type { ContentTexts } from '../nearest-texts.ts'
export { loadContentTexts, otherLanguages } from './load.ts'
