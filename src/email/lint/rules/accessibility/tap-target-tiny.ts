import { targetFix } from '../../fix/target.ts'
import { defineRule } from '../../rule.ts'

const min = 24

export const tapTargetTiny = defineRule({
  id: 'accessibility.tap-target-tiny',
  severity: 'warning',
  why: 'Below 24 px users with motor impairments, or anyone in motion, miss the target (WCAG 2.5.8).',
  remedy: 'Make it at least 24 × 24 px, better 44 × 44 px.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum',
  *check({ page, title }) {
    for (const { box, isSilent, node } of page.links) {
      if (box === undefined || isSilent || node === undefined || box.height >= min) continue
      const message = `${title(node)}: ${Math.round(box.height)} px high; the minimum is ${min}.`
      yield { node, message, fix: targetFix(node, 44 - box.height, 44) }
    }
  },
})
