/**
 * Controls of declared fields, one per kind, built on the controls of the kit; lists, tables and conditions are
 * composed of them. Start at field-row.tsx.
 */
export type { FieldRowProps } from './row.ts'
export { FieldRow } from './field-row.tsx'
export { Group } from './group.tsx'
export { openField } from './open-field.ts'
export { ConditionControl } from './condition-control.tsx'
export { type RenameInputProps, RenameInput } from './rename-input.tsx'
export { linkTypesOf, pickHostLink, typeOfLink } from './host-links.ts'
export { FieldPicker, TaggedInput } from './tagged-input.tsx'
export { copyItem, dropItem, moveItem } from './list-items.ts'
