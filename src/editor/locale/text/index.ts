/**
 * The texts of typing in the canvas, apart from the others because its code comes later. English is the list of keys; every
 * other language has all of them. Start at en.ts.
 */
export type { TypingTexts } from './en.ts'
export { type TextWords, loadTextWords, otherLanguages } from './load.ts'
export { type TypingKey, texts } from './en.ts'
