import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** Conditions that the ESP has no words for. */
export const providerCondition = defineRule({
  id: 'provider.condition',
  severity: 'warning',
  why: 'Everybody gets what was meant for some, or nobody does, as the export is told to.',
  remedy: 'Ask only whether a field is there, send to a segment instead, or export with the policy that fits.',
  check: (context) => notesOf(context, ['TARGET_NO_CONDITION', 'TARGET_NO_ELSE']),
})
