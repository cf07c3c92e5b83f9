import { defineRule } from '../../rule.ts'

export const widthByMaxWidth = defineRule({
  id: 'outlook.width-by-max-width',
  severity: 'warning',
  why: 'Outlook on Windows does not support max-width and renders it as wide as the window.',
  remedy: 'Add a width attribute, or wrap it in a fixed-width table in a conditional comment for Outlook.',
  doc: 'https://www.caniemail.com/features/css-max-width/',
  *check({ page, title }) {
    for (const { attributes, facts, name, node, availableWidth } of page.authored) {
      if (name === 'img' || facts.maxWidth === undefined || facts.maxWidth >= availableWidth) continue
      if (attributes.has('width') || facts.width !== undefined) continue
      yield {
        node,
        prop: 'html',
        message: `${title(node)}: ${name} has a max-width of ${facts.maxWidth} px and no width.`,
      }
    }
  },
})
