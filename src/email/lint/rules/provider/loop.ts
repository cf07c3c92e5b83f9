import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** Loops that the ESP has no words for. */
export const providerLoop = defineRule({
  id: 'provider.loop',
  severity: 'warning',
  why: 'Where a system has no loops, everybody gets the samples, or nothing.',
  remedy: 'Write the items out, take a system with loops, or fill the email in before it is sent.',
  check: (context) => notesOf(context, ['TARGET_NO_LOOP', 'TARGET_NO_LIMIT']),
})
