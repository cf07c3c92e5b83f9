import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

export const providerLoop = defineRule({
  id: 'provider.loop',
  severity: 'warning',
  why: 'Without loops every recipient gets the sample items, or nothing.',
  remedy: 'Write out the items, use an ESP with loops, or render the email with data before sending.',
  check: (context) => notesOf(context, ['TARGET_NO_LOOP', 'TARGET_NO_LIMIT']),
})
