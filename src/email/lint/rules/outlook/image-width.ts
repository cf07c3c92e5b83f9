import { defineRule } from '../../rule.ts'

export const imageWidth = defineRule({
  id: 'outlook.image-width',
  severity: 'warning',
  why: 'Outlook on Windows uses only the attribute: without it an image of twice the size breaks the layout.',
  remedy: 'Add the width in px as an attribute, in addition to the style.',
  doc: 'https://www.caniemail.com/features/html-width/',
  *check({ page, title }) {
    for (const { attributes, facts, name, node } of page.authored) {
      if (name !== 'img' || attributes.has('width')) continue
      const src = (attributes.get('src') ?? '').slice(0, 80)
      const said = facts.width === undefined ? '' : ` Its style width is ${facts.width} px.`
      yield { node, prop: 'html', message: `${title(node)}: the image ${src} has no width attribute.${said}` }
    }
  },
})
