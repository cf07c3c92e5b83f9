import { defineRule } from '../../rule.ts'

const large = { width: 200, area: 40_000 }

/** Large images that say nothing to those who do not see them. */
export const altEmpty = defineRule({
  id: 'accessibility.alt-empty',
  severity: 'hint',
  why: 'Many readers see no pictures until they ask for them, and some never do; a large one seldom only decorates.',
  remedy: 'Say what the picture says; leave it empty when it only decorates.',
  doc: 'https://www.w3.org/WAI/tutorials/images/decision-tree/',
  *check({ page, title }) {
    for (const { alt, height, isHidden, link, node, width = 0 } of page.images) {
      if (isHidden || link !== undefined || alt !== '' || node === undefined) continue
      if (width < large.width || (height !== undefined && width * height < large.area)) continue
      yield { node, prop: 'alt', message: `${title(node)}: a picture ${width} px wide has no alternative text.` }
    }
  },
})
