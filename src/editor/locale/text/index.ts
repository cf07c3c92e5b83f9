/**
 * The texts of the text editor, loaded with it. English defines the keys.
 * Start at en.ts.
 */
export type { TypingTexts } from './en.ts'
export { type TextWords, loadTextWords, otherLanguages } from './load.ts'
export { type TypingKey, texts } from './en.ts'
