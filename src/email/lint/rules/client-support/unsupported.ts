import { authoredFeatures, isWarning, nameClients } from '../../client-support/evaluate.ts'
import { defineRule } from '../../rule.ts'

/** Authored HTML and CSS without support in clients with a large share of opens. */
export const unsupported = defineRule({
  id: 'client-support.unsupported',
  severity: 'warning',
  why: 'Mail clients ignore what they do not support, and the email looks broken there.',
  remedy: 'Use a block of the editor, which has a fallback, or make the email work without it.',
  doc: 'https://www.caniemail.com/',
  *check(context) {
    for (const { node, prop, support } of authoredFeatures(context)) {
      if (!isWarning(support)) continue
      const subject = node === undefined ? 'The style sheet' : context.title(node)
      yield {
        node,
        prop,
        message: `${subject}: ${support.title} is not supported by ${nameClients(support.lacking, support.lackingShare)}.`,
      }
    }
  },
})
