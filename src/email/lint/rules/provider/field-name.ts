import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** Fields whose names in the account are guessed. */
export const providerFieldName = defineRule({
  id: 'provider.field-name',
  severity: 'hint',
  why: 'A name that the account does not know is filled in with nothing.',
  remedy: 'Map the field to its name in the account when exporting.',
  check: (context) => notesOf(context, ['TARGET_FIELD_GUESSED', 'TARGET_FIELD_RENAMED', 'TARGET_FIELD_COLLISION']),
})
