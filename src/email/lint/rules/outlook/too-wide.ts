import type { Column } from '../../../document/index.ts'
import { styleFix } from '../../fix/change.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

export const tooWide = defineRule({
  id: 'outlook.too-wide',
  severity: 'warning',
  why: 'In Outlook on Windows it widens the whole email; phones zoom out until it fits.',
  remedy: 'Limit it to the width of its column, or 100 %.',
  doc: 'https://www.caniemail.com/features/css-max-width/',
  *check({ document, page, nodeContexts, title }) {
    for (const { block, style, width } of page.rendered) {
      if (!isBlock(block, 'button') || typeof style.width !== 'number' || style.width <= width + 0.5) continue
      const message = `${title(block)}: ${style.width} px wide in a column of ${Math.round(width)} px.`
      yield {
        node: block,
        prop: 'style.width',
        message,
        fix: styleFix(block, 'Make it fill the column', { width: '100%' }),
      }
    }
    for (const { attributes, facts, name, node, availableWidth } of page.authored) {
      const written = Number.parseFloat(
        /^\s*\d+(?:px)?\s*$/.test(attributes.get('width') ?? '') ? (attributes.get('width') ?? '') : '',
      )
      const width = Math.max(Number.isFinite(written) ? written : 0, facts.width ?? 0)
      if (width <= availableWidth + 0.5 || (facts.maxWidth !== undefined && facts.maxWidth <= availableWidth)) continue
      yield {
        node,
        prop: 'html',
        message: `${title(node)}: ${name} is ${width} px wide in ${Math.round(availableWidth)} px of space.`,
      }
    }
    for (const { node } of nodeContexts) {
      if (node.type !== 'section') continue
      const { columns } = node as { columns?: Column[] }
      const sum = (columns ?? []).reduce((all, { width }) => all + ('px' in width ? width.px : 0), 0)
      if (sum > document.body.width) {
        yield {
          node,
          prop: 'columns',
          message: `${title(node)}: its columns are ${sum} px wide, the email ${document.body.width}.`,
        }
      }
    }
  },
})
