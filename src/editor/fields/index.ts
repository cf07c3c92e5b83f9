/**
 * Where values of the email live for those who edit them: targets that read, inherit and write, merge fields, colors of the
 * theme, conditions as lines. No DOM. Panels and their controls are on it. Start at target.ts.
 */
export type { PanelProps } from './target.ts'
export { type Prop, type Target, propsFor, readAt, writeAt } from './target.ts'
export { isLayered, nodeTarget, writeNode } from './node-target.ts'
export { severalTarget } from './node-target.ts'
export { settingsTarget } from './settings-target.ts'
export { inheritedStyle, shownColor } from './inherited-style.ts'
export { type MergeField, mergeFieldsOf, readable } from './merge-fields.ts'
export { undeclaredFields } from './merge-fields.ts'
export { safeFonts, themeColors } from './theme-colors.ts'
export { cutText, isRich, labelOf, labelOfChange, textIn } from './node-words.ts'
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
