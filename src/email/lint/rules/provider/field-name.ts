import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

export const providerFieldName = defineRule({
  id: 'provider.field-name',
  severity: 'hint',
  why: 'The ESP replaces an unknown field with an empty text.',
  remedy: 'Map the field to its name at the ESP when exporting.',
  check: (context) => notesOf(context, ['TARGET_FIELD_GUESSED', 'TARGET_FIELD_RENAMED', 'TARGET_FIELD_COLLISION']),
})
