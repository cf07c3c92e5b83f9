import { setFix } from '../../fix/change.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

export const tableHead = defineRule({
  id: 'accessibility.table-head',
  severity: 'hint',
  why: 'A screen reader announces the column header with each cell; without a header row it cannot.',
  remedy: 'Name the columns in the header row.',
  doc: 'https://www.w3.org/WAI/tutorials/tables/',
  *check({ nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      if (!isBlock(node, 'table')) continue
      const { head, rows } = node as { head?: unknown[]; rows?: unknown[][] }
      if ((head?.length ?? 0) > 0 || !Array.isArray(rows) || rows.length < 3 || (rows[0]?.length ?? 0) < 3) continue
      const fix = setFix(node, 'Use the first row as header', { head: rows[0], rows: rows.slice(1) })
      yield { node, prop: 'head', message: `${title(node)}: the columns have no headers.`, fix }
    }
  },
})
