import { isInteractive } from '../../../document/index.ts'
import { defineRule } from '../../rule.ts'

/** Interactive blocks in an email for an ESP that takes no AMP. */
export const providerAmp = defineRule({
  id: 'provider.amp',
  severity: 'hint',
  why: 'Without an AMP part everybody sees what stands instead of the block.',
  remedy: 'Look at the fallback of the block, or take a system that sends AMP.',
  *check({ inProvider, nodeContexts, title }) {
    if (inProvider === undefined || inProvider.takesAmp) return
    for (const { node } of nodeContexts) {
      if (isInteractive(node)) yield { node, message: `${title(node)}: ${inProvider.name} takes no AMP part.` }
    }
  },
})
