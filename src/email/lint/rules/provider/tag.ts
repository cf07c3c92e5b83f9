import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** Tags of other languages, and text that the ESP takes for one. */
export const providerTag = defineRule({
  id: 'provider.tag',
  severity: 'warning',
  why: 'The system does with it what it does with its own tags: it breaks, says nothing, or shows it.',
  remedy: 'Write it as a merge tag, or in other words.',
  check: (context) => notesOf(context, ['TARGET_LOOKS_LIKE_TAG', 'TARGET_KEEPS_TAG', 'TARGET_KEEPS_LIQUID']),
})
