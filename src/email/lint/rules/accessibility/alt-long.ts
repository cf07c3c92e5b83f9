import { defineRule } from '../../rule.ts'

const max = 200

export const altLong = defineRule({
  id: 'accessibility.alt-long',
  severity: 'hint',
  why: 'A screen reader cannot navigate within it; where images are blocked it is cut off at the edge.',
  remedy: 'Summarize in one sentence, and put the rest as text next to the image.',
  doc: 'https://www.w3.org/WAI/tutorials/images/tips/',
  *check({ page, title }) {
    for (const { alt = '', authored, node } of page.images) {
      if (node === undefined || alt.length <= max) continue
      const message = `${title(node)}: the alternative text has ${alt.length} characters.`
      yield { node, prop: authored === undefined ? 'alt' : 'html', message }
    }
  },
})
