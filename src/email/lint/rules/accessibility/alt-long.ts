import { defineRule } from '../../rule.ts'

const max = 200

/** Alternative texts that are stories. */
export const altLong = defineRule({
  id: 'accessibility.alt-long',
  severity: 'hint',
  why: 'A screen reader reads it in one breath and cannot go back within it; where pictures are blocked it is cut off at the edge.',
  remedy: 'Say the essence in a sentence, and the rest as text beside the picture.',
  doc: 'https://www.w3.org/WAI/tutorials/images/tips/',
  *check({ page, title }) {
    for (const { alt = '', authored, node } of page.images) {
      if (node === undefined || alt.length <= max) continue
      const message = `${title(node)}: the alternative text has ${alt.length} characters.`
      yield { node, prop: authored === undefined ? 'alt' : 'html', message }
    }
  },
})
