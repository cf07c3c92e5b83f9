/**
 * Rules of the web that all email modules share: colors, lengths that CSS computes, heights of lines, and widths of table
 * columns. Works without documents. Start at parse-color.ts.
 */
export type { Color } from './color-function.ts'
export { formatColor, parseColor } from './parse-color.ts'
export {
  type HexColor,
  blendColors,
  compositeColor,
  isClear,
  meanColor,
  mixColors,
  readHexColor,
  splitGradients,
} from './hex-color.ts'
export { type SubstituteFont, knownFamilies, metricsOf, normalLineHeight, substituteFor } from './font-metrics.ts'
export { ignoresZero } from './dimension-attribute.ts'
export { evaluateMath } from './math-function.ts'
export {
  type ColumnContribution,
  addContribution,
  createContributions,
  desiredWidth,
  distributeWidth,
} from './column-widths.ts'
