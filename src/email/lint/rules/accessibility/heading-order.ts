import { levelFix } from '../../fix/level.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

const authored = new Set(['heading', 'text', 'html'])

export const headingOrder = defineRule({
  id: 'accessibility.heading-order',
  severity: 'warning',
  why: 'Screen reader users navigate by headings; a skipped level sounds like missing content.',
  remedy: 'Choose the level by the structure of the text and its style in the theme.',
  doc: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  *check(context) {
    const { page, title } = context
    let before: number | undefined
    for (const { level, node } of page.headings) {
      // Other blocks, such as accordions, set the level of their headings themselves.
      if (node === undefined || !authored.has(node.type)) continue
      if (before !== undefined && level > before + 1) {
        const message = `${title(node)}: a heading of level ${level} follows one of level ${before}.`
        const fix = isBlock(node, 'heading') ? levelFix(context, node, before + 1) : undefined
        yield { node, prop: 'level', message, fix }
        // As it would be after the fix, so that one finding does not cause another.
        before++
      } else before = level
    }
  },
})
