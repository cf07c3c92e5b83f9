import { setFix } from '../../fix/change.ts'
import { isBlock } from '../../node-title.ts'
import { defineRule } from '../../rule.ts'

/** Tables of data without headings. */
export const tableHead = defineRule({
  id: 'accessibility.table-head',
  severity: 'hint',
  why: 'A screen reader says with each cell what its column is called; without a head it cannot.',
  remedy: 'Name the columns in the head of the table.',
  doc: 'https://www.w3.org/WAI/tutorials/tables/',
  *check({ nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (!isBlock(node, 'table')) continue
      const { head, rows } = node as { head?: unknown[]; rows?: unknown[][] }
      if ((head?.length ?? 0) > 0 || !Array.isArray(rows) || rows.length < 3 || (rows[0]?.length ?? 0) < 3) continue
      const fix = setFix(node, 'Make the first row the head', { head: rows[0], rows: rows.slice(1) })
      yield { node, prop: 'head', message: `${title(node)}: the columns have no names.`, fix }
    }
  },
})
