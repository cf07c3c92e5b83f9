/**
 * The languages of the email: which one is shown, and what is missing or out of date in the others.
 * Start at showing.ts.
 */
export { type Counts, countStates } from './counts.ts'
export { LanguageChecks } from './language-checks.tsx'
export { LanguageSelect } from './language-switch.tsx'
export { languageName, languagesOf, openLanguages, ownLanguage, showLanguage } from './showing.ts'
export { usePanelWords } from './words.ts'
