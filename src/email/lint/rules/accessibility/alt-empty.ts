import { defineRule } from '../../rule.ts'

const large = { width: 200, area: 40_000 }

export const altEmpty = defineRule({
  id: 'accessibility.alt-empty',
  severity: 'hint',
  why: 'Many recipients see no images until they allow them; screen readers need a text, and a large image is rarely decoration.',
  remedy: 'Describe the content of the image; leave the text empty if the image is decorative.',
  doc: 'https://www.w3.org/WAI/tutorials/images/decision-tree/',
  *check({ page, title }) {
    for (const { alt, height, isHidden, link, node, width = 0 } of page.images) {
      if (isHidden || link !== undefined || alt !== '' || node === undefined) continue
      if (width < large.width || (height !== undefined && width * height < large.area)) continue
      yield { node, prop: 'alt', message: `${title(node)}: an image ${width} px wide has no alternative text.` }
    }
  },
})
