/**
 * Parsers of web formats that all email modules share: colors, and lengths that CSS computes. Works on strings, without
 * documents. Start at parse-color.ts.
 */
export type { Color } from './color-function.ts'
export { formatColor, parseColor } from './parse-color.ts'
export { evaluateMath } from './math-function.ts'
