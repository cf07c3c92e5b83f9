import { defineRule } from '../../rule.ts'

export const anchorMissing = defineRule({
  id: 'links.anchor-missing',
  severity: 'warning',
  why: 'Clicking it does nothing.',
  remedy: 'Add the id to the target, or change the link.',
  doc: 'https://www.caniemail.com/features/html-anchor-links/',
  *check({ page, title }) {
    for (const { href, node } of page.links) {
      if (!href.startsWith('#') || href === '#' || href.includes('{{') || node === undefined) continue
      if (page.anchors.has(href.slice(1)) || href === '#top') continue
      yield { node, message: `${title(node)}: no element has the id ${href.slice(1, 80)}.` }
    }
  },
})
