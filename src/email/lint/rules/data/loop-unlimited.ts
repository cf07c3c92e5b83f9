import { limits } from '../../../../kernel/limits.ts'
import { setFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

/** Loops without an end of their own. */
export const loopUnlimited = defineRule({
  id: 'data.loop-unlimited',
  severity: 'hint',
  why: 'One long list makes the email so large that Gmail cuts it off.',
  remedy: 'Limit the loop, and link to where the rest is; only where every item must be in the email leave it.',
  *check({ isBulk, nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (node.each === undefined || node.each.limit !== undefined) continue
      // Of an order or invoice every item must be there.
      const fix = isBulk ? setFix(node, 'Limit it to 50', { each: { ...node.each, limit: 50 } }) : undefined
      yield {
        node,
        prop: 'each.limit',
        message: `${title(node)}: draws as many items as ${node.each.in} has, up to ${limits.loopItems}.`,
        fix,
      }
    }
  },
})
