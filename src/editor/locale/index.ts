/**
 * The editor's texts in the languages it speaks. English is the list of keys and is in where another language lacks one;
 * the others come when somebody reads them. Start at en.ts.
 */
export { type TextKey, en } from './en.ts'
export type { EditorTexts } from './texts.ts'
export { type EditorWords, loadWords, otherLanguages } from './load-words.ts'
