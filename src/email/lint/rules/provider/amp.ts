import { isInteractive } from '../../../document/index.ts'
import { defineRule } from '../../rule.ts'

export const providerAmp = defineRule({
  id: 'provider.amp',
  severity: 'hint',
  why: 'Without an AMP part all recipients see the fallback of the block.',
  remedy: 'Check the fallback of the block, or use an ESP that sends AMP.',
  *check({ inProvider, nodeContexts, title }) {
    if (inProvider === undefined || inProvider.takesAmp) return
    for (const { node } of nodeContexts) {
      if (isInteractive(node)) yield { node, message: `${title(node)}: ${inProvider.name} does not support AMP.` }
    }
  },
})
