import type { ColumnsBlock, Section } from '../../../document/index.ts'
import { setFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const readingOrder = defineRule({
  id: 'accessibility.reading-order',
  severity: 'hint',
  why: 'Screen readers and the keyboard follow the source order, which differs from the visual order on large screens.',
  remedy: 'Reverse only an image next to text. Put columns that depend on each other in reading order.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/meaningful-sequence',
  *check({ nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (node.type !== 'section' && node.type !== 'columns') continue
      const { columns, stack } = node as Section | ColumnsBlock
      if (stack !== 'reverse') continue
      const reporting = columns.filter(({ blocks }) =>
        blocks.some(({ type }) => type === 'text' || type === 'heading' || type === 'list'),
      )
      if (reporting.length < 2) continue
      const message = `${title(node)}: ${reporting.length} columns of text are read in the reverse of their visual order.`
      yield { node, prop: 'stack', message, fix: setFix(node, 'Do not reverse', { stack: 'stack' }) }
    }
  },
})
