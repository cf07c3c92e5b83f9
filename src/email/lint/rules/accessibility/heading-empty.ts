import { removeFix } from '../../fix/change.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

export const headingEmpty = defineRule({
  id: 'accessibility.heading-empty',
  severity: 'warning',
  why: 'A screen reader announces a heading without text; on the screen there is a gap.',
  remedy: 'Add text or remove it; use padding or spacers for spacing.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels',
  *check({ page, title }) {
    const withImage = new Set(page.images.filter(({ alt }) => (alt ?? '').trim() !== '').map(({ node }) => node))
    for (const { node, text } of page.headings) {
      if (node === undefined || text.trim() !== '' || withImage.has(node)) continue
      const fix = isBlock(node, 'heading') ? removeFix(node, 'Remove it') : undefined
      yield {
        node,
        prop: node.type === 'html' ? 'html' : 'text',
        message: `${title(node)}: a heading has no text.`,
        fix,
      }
    }
  },
})
