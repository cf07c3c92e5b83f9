import { defineRule } from '../../rule.ts'

/** Ids that stand twice. */
export const duplicateAnchor = defineRule({
  id: 'links.duplicate-anchor',
  severity: 'warning',
  why: 'A link to it leads to the first one only, and what refers to it by aria- attributes refers to the wrong one.',
  remedy: 'Give each place an id of its own.',
  doc: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  *check({ page, title }) {
    for (const { attributes, node } of page.authored) {
      const id = attributes.get('id')
      if (id === undefined || (page.anchors.get(id) ?? 0) < 2) continue
      yield {
        node,
        prop: 'html',
        message: `${title(node)}: the id ${id.slice(0, 80)} stands more than once in the email.`,
      }
    }
  },
})
