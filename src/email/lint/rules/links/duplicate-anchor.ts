import { defineRule } from '../../rule.ts'

export const duplicateAnchor = defineRule({
  id: 'links.duplicate-anchor',
  severity: 'warning',
  why: 'Links reach only the first element, and aria- references point to the wrong one.',
  remedy: 'Make each id unique.',
  doc: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  *check({ page, title }) {
    for (const { attributes, node } of page.authored) {
      const id = attributes.get('id')
      if (id === undefined || (page.anchors.get(id) ?? 0) < 2) continue
      yield {
        node,
        prop: 'html',
        message: `${title(node)}: the id ${id.slice(0, 80)} is not unique.`,
      }
    }
  },
})
