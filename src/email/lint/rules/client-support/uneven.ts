import { authoredFeatures, isWarning, largeShare, nameClients } from '../../client-support/evaluate.ts'
import { defineRule } from '../../rule.ts'

const fewClients = 5
const tinyShare = 0.2

/** Authored HTML and CSS that some mail clients do not support, or support in part. */
export const uneven = defineRule({
  id: 'client-support.uneven',
  severity: 'hint',
  why: 'It renders differently in some mail clients that your recipients may use.',
  remedy: 'Check the result in these clients, or remove it.',
  doc: 'https://www.caniemail.com/',
  *check(context) {
    for (const { node, prop, support } of authoredFeatures(context)) {
      if (isWarning(support)) continue
      // Partial support in few clients and full support in all others counts as supported everywhere.
      if (support.lacking.length === 0 && support.partialShare < largeShare) continue
      // A few clients with a negligible share of opens are not worth a finding.
      if (support.lacking.length < fewClients && support.lackingShare + support.partialShare < tinyShare) continue
      const subject = node === undefined ? 'The style sheet' : context.title(node)
      const lacking =
        support.lacking.length === 0 ? '' : ` is not supported by ${nameClients(support.lacking, support.lackingShare)}`
      const partial =
        support.partial.length === 0
          ? ''
          : ` is partially supported by ${nameClients(support.partial, support.partialShare)}`
      yield {
        node,
        prop,
        message: `${subject}: ${support.title}${lacking}${lacking !== '' && partial !== '' ? ' and' : ''}${partial}.`,
      }
    }
  },
})
