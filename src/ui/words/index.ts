/**
 * What the kit's controls say themselves (close, reset, the sides of a box) and how they come by it: through a context
 * that the application fills in the person's language. English stands where nobody does.
 */
export { type Surroundings, type Words, SurroundingsProvider, englishWords, usePlatform, useWords } from './words.ts'
