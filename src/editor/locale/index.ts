/**
 * The editor's texts in the languages it speaks. English is the list of keys and is in where another language lacks one;
 * the others come when someone reads them. Start at en.ts.
 */
export { type TextKey, en } from './en.ts'
export type { EditorTexts } from './en.ts'
export { type EditorWords, loadWords, otherLanguages } from './load-words.ts'
