/**
 * Translations by Intl: texts with plural forms and values, numbers, times, text direction. Applications bring their
 * own texts.
 */
export {
  type Message,
  type Messages,
  type Translator,
  createTranslator,
  directionOf,
  nearestLocale,
} from './translator.ts'
