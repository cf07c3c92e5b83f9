/**
 * Reads and writes values of the email for panels: targets, merge fields, theme colors, conditions. No DOM. Start at
 * target.ts.
 */
export type { PanelProps } from './target.ts'
export { type Prop, type Target, propsFor, readAt, writeAt } from './target.ts'
export { isLayered, nodeTarget, writeNode } from './node-target.ts'
export { severalTarget } from './node-target.ts'
export { settingsTarget } from './settings-target.ts'
export { elementStyle, inheritedStyle, shownColor } from './inherited-style.ts'
export { type MergeField, mergeFieldsOf, readable } from './merge-fields.ts'
export { undeclaredFields } from './merge-fields.ts'
export { spacingScale } from './spacing-scale.ts'
export { isLanguage, languages, nameOfLanguage } from './language-names.ts'
export { safeFonts, themeColors } from './theme-colors.ts'
export { cutText, isRich, labelOf, labelOfChange, textIn } from './node-words.ts'
export { completeUrl } from './complete-url.ts'
export { plainLines, withPlainLines } from './plain-edit.ts'
export {
  type Comparison,
  type ConditionRow,
  type ConditionRows,
  comparisons,
  conditionOf,
  readValue,
  rowsOf,
  takesValue,
} from './condition-rows.ts'
