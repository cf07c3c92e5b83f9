/**
 * The panel in which the words of another language are written.
 * Start at languages.tsx.
 */
export { Languages } from './languages.tsx'
