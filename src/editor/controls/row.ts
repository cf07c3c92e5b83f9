import type { ComponentChildren } from 'preact'
import type { Field as BlockField } from '../../email/document/index.ts'
import type { FieldIds } from '../../ui/fields/index.ts'
import type { PanelProps, Target } from '../fields/index.ts'

/** One declared field over its target. */
export interface FieldRowProps extends PanelProps {
  field: BlockField
  target: Target
}

/** What renders one kind of field. */
export type Control = (row: FieldRowProps, ids: FieldIds) => ComponentChildren

/** What a control says in place of a value, where several things are edited that differ in it. */
export function mixedWord({ field, target, words }: FieldRowProps): string | undefined {
  return target.isMixed(field.prop) ? words.t('field.mixed') : undefined
}
