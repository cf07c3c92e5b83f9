import { defineRule } from '../../rule.ts'

/** Images of html blocks whose width Outlook is not told. */
export const imageWidth = defineRule({
  id: 'outlook.image-width',
  severity: 'warning',
  why: 'Outlook on Windows heeds the attribute only: without it a picture of twice the size breaks the layout.',
  remedy: 'Write the width in px as an attribute, beside the style.',
  doc: 'https://www.caniemail.com/features/html-width/',
  *check({ page, title }) {
    for (const { attributes, facts, name, node } of page.authored) {
      if (name !== 'img' || attributes.has('width')) continue
      const src = (attributes.get('src') ?? '').slice(0, 80)
      const said = facts.width === undefined ? '' : ` Its style says ${facts.width} px.`
      yield { node, prop: 'html', message: `${title(node)}: the picture ${src} has no width attribute.${said}` }
    }
  },
})
