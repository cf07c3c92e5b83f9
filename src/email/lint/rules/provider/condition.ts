import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

export const providerCondition = defineRule({
  id: 'provider.condition',
  severity: 'warning',
  why: 'The export shows the conditional content to all recipients or to none.',
  remedy: 'Test only whether a field exists, send to a segment instead, or choose the export policy.',
  check: (context) => notesOf(context, ['TARGET_NO_CONDITION', 'TARGET_NO_ELSE']),
})
