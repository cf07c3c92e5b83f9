import { setFix } from '../../fix/change.ts'
import { alwaysIs } from '../../model/truth.ts'
import { defineRule } from '../../rule.ts'

export const conditionConstant = defineRule({
  id: 'data.condition-constant',
  severity: 'warning',
  why: 'The condition is constant, which is probably not intended.',
  remedy: 'Compare with the intended value, or remove the condition.',
  *check({ document, nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (node.when === undefined) continue
      const constant = alwaysIs(node.when, document.fields)
      if (constant === undefined) continue
      const fix = constant ? setFix(node, 'Remove the condition', { when: null }) : undefined
      yield {
        node,
        prop: 'when',
        message: `${title(node)}: its condition is ${constant ? 'always' : 'never'} true.`,
        fix,
      }
    }
  },
})
