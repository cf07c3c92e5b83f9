import { targetFix } from '../../fix/target.ts'
import { defineRule } from '../../rule.ts'

const wanted = 44

export const tapTarget = defineRule({
  id: 'accessibility.tap-target',
  severity: 'hint',
  why: 'A fingertip covers about 44 px; smaller targets are easily missed.',
  remedy: 'Make buttons, icons and menu links at least 44 px high on phones, for example with more inner padding.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced',
  *check({ page, title }) {
    for (const { box, isSilent, node } of page.links) {
      if (box === undefined || isSilent || node === undefined || box.height >= wanted || box.height < 24) continue
      const message = `${title(node)}: ${Math.round(box.height)} px high; ${wanted} are recommended.`
      yield { node, message, fix: targetFix(node, wanted - box.height, wanted) }
    }
  },
})
