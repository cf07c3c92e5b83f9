import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** System links, such as forward, that the ESP does not support. */
export const providerLink = defineRule({
  id: 'provider.link',
  severity: 'warning',
  why: 'The link is omitted, and with it a legal or expected function.',
  remedy: 'Set your own URL for the link.',
  check: (context) => notesOf(context, ['TARGET_NO_LINK']),
})
