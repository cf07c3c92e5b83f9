/**
 * The languages of the email: which one is shown, the words of the others, and what is missing or out of date in them.
 * Start at languages.tsx.
 */
export { LanguageChecks } from './language-checks.tsx'
export { LanguageLine } from './language-line.tsx'
export { LanguageSelect } from './language-switch.tsx'
export { languagesOf, openLanguages, ownLanguage } from './showing.ts'
