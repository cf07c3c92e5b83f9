import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** Tags of other languages, and text that the ESP would parse as a tag. */
export const providerTag = defineRule({
  id: 'provider.tag',
  severity: 'warning',
  why: 'The ESP treats it as one of its own tags: it fails, is removed, or is shown.',
  remedy: 'Write it as a merge tag, or rephrase the text.',
  check: (context) => notesOf(context, ['TARGET_LOOKS_LIKE_TAG', 'TARGET_KEEPS_TAG', 'TARGET_KEEPS_LIQUID']),
})
