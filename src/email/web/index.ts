/**
 * Readers of the formats of the web that all engines of an email share: colors. Takes strings, knows no document.
 * Start at color/parse-color.ts.
 */
export type { Color } from './color-function.ts'
export { formatColor, parseColor } from './parse-color.ts'
