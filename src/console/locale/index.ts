/**
 * The texts of the console. English is bundled and defines the keys; other languages are loaded on demand. Start at
 * en.ts.
 */
export type { ConsoleTexts, TextKey } from './en.ts'
export { type ConsoleWords, languageNames, loadWords } from './load-words.ts'
