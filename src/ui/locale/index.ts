/**
 * How texts become a language: keys with plural forms and values, numbers, times and the direction of reading, by the
 * platform's Intl. Knows no text of its own; editor and console bring theirs.
 */
export {
  type Message,
  type Messages,
  type Translator,
  createTranslator,
  directionOf,
  nearestLocale,
} from './translator.ts'
