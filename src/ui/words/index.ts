/**
 * The texts of the kit's own controls (close, reset, sides of a box), provided by the application through a context.
 * Default: English.
 */
export { type Surroundings, type Words, SurroundingsProvider, englishWords, usePlatform, useWords } from './words.ts'
