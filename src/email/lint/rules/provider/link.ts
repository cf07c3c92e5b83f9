import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** System links that the ESP does not have. */
export const providerLink = defineRule({
  id: 'provider.link',
  severity: 'warning',
  why: 'The link is left out of what is sent, and with it what law or readers expect.',
  remedy: 'Give the link an address of your own.',
  check: (context) => notesOf(context, ['TARGET_NO_LINK']),
})
