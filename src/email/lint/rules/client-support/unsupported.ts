import { authoredFeatures, isGrave, nameClients } from '../../client-support/judge.ts'
import { defineRule } from '../../rule.ts'

/** Authored HTML and CSS that many readers' mail clients do not know. */
export const unsupported = defineRule({
  id: 'client-support.unsupported',
  severity: 'warning',
  why: 'What a mail client does not know it leaves out, and the email looks unfinished there.',
  remedy: 'Use a block of the editor, which has a fallback, or write so that the email works without it.',
  doc: 'https://www.caniemail.com/',
  *check(context) {
    for (const { node, prop, support } of authoredFeatures(context)) {
      if (!isGrave(support)) continue
      const subject = node === undefined ? 'The style sheet' : context.title(node)
      yield {
        node,
        prop,
        message: `${subject}: ${support.title} is unknown to ${nameClients(support.lacking, support.lackingShare)}.`,
      }
    }
  },
})
