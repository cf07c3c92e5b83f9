/**
 * Translations by Intl (plural forms, values, numbers, times, text direction), and the texts of the kit's own controls, which the
 * application provides through a context. Start at translator.ts.
 */
export {
  type Message,
  type Messages,
  type Translator,
  createTranslator,
  directionOf,
  nearestLocale,
} from './translator.ts'
export { type Surroundings, type Words, SurroundingsProvider, englishWords, usePlatform, useWords } from './words.ts'
