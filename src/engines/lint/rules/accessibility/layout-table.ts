import { attributeFix } from '../../fix/authored.ts'
import { defineRule } from '../../rule.ts'

/** Tables of html blocks that only lay out. */
export const layoutTable = defineRule({
  id: 'accessibility.layout-table',
  severity: 'warning',
  why: 'A screen reader announces each as a table with so many rows and columns.',
  remedy: 'Write role="presentation" on tables that only lay out; give tables of data header cells.',
  doc: 'https://www.w3.org/WAI/tutorials/tables/tips/#do-not-use-tables-for-layout',
  *check({ page, title }) {
    const withHeads = new Set(page.authored.filter(({ name }) => name === 'th').map(({ node }) => node))
    for (const element of page.authored) {
      const { attributes, name, node } = element
      if (name !== 'table' || attributes.has('role') || withHeads.has(node)) continue
      const fix = attributeFix(element, 'Mark it as layout', 'role="presentation"')
      yield { node, prop: 'html', message: `${title(node)}: a table does not say whether it only lays out.`, fix }
    }
  },
})
