import { styleFix } from '../../fix/change.ts'
import { distinctTexts } from '../../model/node-styles.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

const min = 1.4
const running = 120

export const lineHeight = defineRule({
  id: 'accessibility.line-height',
  severity: 'warning',
  why: 'Lines are hard to follow, especially for dyslexic readers.',
  remedy: 'Use at least 1.4 for body text, better 1.5. Large text needs less.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/text-spacing',
  *check({ page, title }) {
    for (const { node, paint, text } of distinctTexts(page)) {
      if (paint.line === undefined || paint.line >= min || paint.size >= 24 || text.length < running) continue
      const fix = isBlock(node, 'html') ? undefined : styleFix(node, 'Make it 1.5', { lineHeight: 1.5 })
      yield {
        node,
        prop: 'style.lineHeight',
        message: `${title(node)}: the line height is ${Math.round(paint.line * 100) / 100}; body text needs ${min}.`,
        fix,
      }
    }
  },
})
