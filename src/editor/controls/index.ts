/**
 * Controls over targets: each kind of declared field has one, rendered by the kit; lists, tables, conditions and groups are made
 * of them. Uses fields, images and the engines. Start at field-row.tsx.
 */
export type { FieldRowProps } from './row.ts'
export { FieldRow } from './field-row.tsx'
export { Group } from './group.tsx'
export { openField } from './open-field.ts'
export { ConditionControl } from './condition-control.tsx'
export { type RenameInputProps, RenameInput } from './rename-input.tsx'
export { FieldPicker, TaggedInput } from './tagged-input.tsx'
export { copyItem, dropItem, moveItem } from './list-items.ts'
