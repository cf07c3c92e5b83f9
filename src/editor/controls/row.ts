import type { ComponentChildren } from 'preact'
import type { Field as BlockField } from '../../email/document/index.ts'
import type { FieldIds } from '../../ui/fields/index.ts'
import type { PanelProps, Target } from '../fields/index.ts'

export interface FieldRowProps extends PanelProps {
  field: BlockField
  target: Target
  /** Where the object is in the block, if it is an item of a list: `items.1.`. */
  place?: string
}

export type Control = (row: FieldRowProps, ids: FieldIds) => ComponentChildren

/** Replaces a value in which several nodes differ. */
export function mixedWord({ field, target, words }: FieldRowProps): string | undefined {
  return target.isMixed(field.prop) ? words.t('field.mixed') : undefined
}
