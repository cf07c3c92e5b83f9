/**
 * The words that new blocks begin with. They are content, so they follow the language of the email and not that of the editor.
 * Start at load.ts.
 */
export type { ContentTexts } from '../nearest-texts.ts'
export { loadContentTexts, otherLanguages } from './load.ts'
