/**
 * The texts of the editor. English is bundled and defines the keys; other languages are loaded on demand. Start at
 * en.ts.
 */
export { type TextKey, en } from './en.ts'
export type { EditorTexts } from './en.ts'
export { type EditorWords, loadWords, otherLanguages } from './load-words.ts'
