import { defineRule } from '../../rule.ts'

const boxes = new Set(['div', 'span', 'a', 'p'])

export const boxIgnored = defineRule({
  id: 'outlook.box-ignored',
  severity: 'hint',
  why: 'Outlook on Windows ignores padding outside of table cells and all rounded corners: such buttons collapse to their text.',
  remedy: 'Use a button block, or put the padding on a table cell.',
  doc: 'https://www.caniemail.com/features/css-padding/',
  *check({ page, title }) {
    for (const { facts, name, node } of page.authored) {
      if (!boxes.has(name) || facts.padding === undefined || facts.background === undefined) continue
      if (facts.padding.every((side) => side === 0)) continue
      yield { node, prop: 'html', message: `${title(node)}: ${name} has a background and padding.` }
    }
  },
})
