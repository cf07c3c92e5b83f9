import { setFix } from '../../fix/change.ts'
import { alwaysIs } from '../../model/truth.ts'
import { defineRule } from '../../rule.ts'

/** Conditions that do not depend on the data. */
export const conditionConstant = defineRule({
  id: 'data.condition-constant',
  severity: 'warning',
  why: 'It holds for everybody or for nobody, which is hardly what was meant.',
  remedy: 'Compare with the value that was meant, or take the condition away.',
  *check({ document, nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (node.when === undefined) continue
      const constant = alwaysIs(node.when, document.fields)
      if (constant === undefined) continue
      const fix = constant ? setFix(node, 'Take the condition away', { when: null }) : undefined
      yield {
        node,
        prop: 'when',
        message: `${title(node)}: its condition ${constant ? 'always' : 'never'} holds.`,
        fix,
      }
    }
  },
})
