import { attributeFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

export const layoutTable = defineRule({
  id: 'accessibility.layout-table',
  severity: 'warning',
  why: 'A screen reader announces each as a data table with rows and columns.',
  remedy: 'Add role="presentation" to layout tables; give data tables header cells.',
  doc: 'https://www.w3.org/WAI/tutorials/tables/tips/#do-not-use-tables-for-layout',
  *check({ page, title }) {
    const withHeads = new Set(page.authored.filter(({ name }) => name === 'th').map(({ node }) => node))
    const silent = page.authored.filter(
      ({ attributes, name, node }) => name === 'table' && !attributes.has('role') && !withHeads.has(node),
    )
    for (const [node, tables] of Map.groupBy(silent, (table) => table.node)) {
      const fix = attributeFix(tables, 'Mark it as layout', 'role="presentation"')
      const what =
        tables.length === 1
          ? 'a table has neither role="presentation" nor header cells: it is unclear whether it only lays'
          : 'tables have neither role="presentation" nor header cells: it is unclear whether they only lay'
      yield { node, prop: 'html', message: `${title(node)}: ${what} out.`, fix }
    }
  },
})
