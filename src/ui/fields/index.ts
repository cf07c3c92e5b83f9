/**
 * Inputs for text, numbers with units and scrubbing, boxes, borders, colors and choices, and the field around them. May
 * import controls, overlays, icons, theme and locale. Start at field.tsx.
 */
export { type FieldIds, type FieldProps, Field } from './field.tsx'
export { type TextAreaProps, type TextInputProps, TextArea, TextInput } from './text-input.tsx'
export { type Bounds, readNumber, settleNumber, stepByKey, stepByPage } from './number.ts'
export { type NumberInputProps, NumberInput } from './number-input.tsx'
export { type BoxInputProps, type BoxValue, BoxInput, isEven, withSide } from './box-input.tsx'
export { type BorderInputProps, type BorderValue, BorderInput, toggleSide } from './border-input.tsx'
export { type Hsv, fromHsv, readTypedColor, cacheColor, toHsv } from './color.ts'
export { type ColorInputProps, type NamedColor, ColorInput } from './color-input.tsx'
export { type Option, type SelectProps, Select } from './select.tsx'
export { type ComboboxProps, type Suggestion, Combobox, matchSuggestions } from './combobox.tsx'
