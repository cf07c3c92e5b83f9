import { limits } from '../../../../kernel/limits.ts'
import { setFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const loopUnlimited = defineRule({
  id: 'data.loop-unlimited',
  severity: 'hint',
  why: 'A long list can make the email so large that Gmail clips it.',
  remedy: 'Limit the loop and link to the rest, unless every item must be in the email.',
  *check({ isBulk, nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (node.each === undefined || node.each.limit !== undefined) continue
      // An order or invoice must show every item.
      const fix = isBulk ? setFix(node, 'Limit it to 50', { each: { ...node.each, limit: 50 } }) : undefined
      yield {
        node,
        prop: 'each.limit',
        message: `${title(node)}: renders all items of ${node.each.in}, up to ${limits.loopItems}.`,
        fix,
      }
    }
  },
})
