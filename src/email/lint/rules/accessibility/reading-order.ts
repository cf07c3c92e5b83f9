import type { ColumnsBlock, Section } from '../../../document/index.ts'
import { setFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

/** Reversed rows that read in another order than they look. */
export const readingOrder = defineRule({
  id: 'accessibility.reading-order',
  severity: 'hint',
  why: 'A screen reader and the keyboard follow the order on phones, eyes on a large screen the other way round.',
  remedy: 'Reverse only a picture beside text. Put columns that build on each other in the order they are read.',
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
      const message = `${title(node)}: ${reporting.length} columns of text are read in the reverse of the order they are seen in.`
      yield { node, prop: 'stack', message, fix: setFix(node, 'Do not reverse', { stack: 'stack' }) }
    }
  },
})
