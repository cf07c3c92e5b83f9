import { withoutLinks } from '../../fix/links.ts'
import { defineRule } from '../../rule.ts'

export const linkName = defineRule({
  id: 'accessibility.link-name',
  severity: 'error',
  why: 'It is invisible, and a screen reader stops at it without reading anything.',
  remedy: 'Add text or remove it.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context',
  *check({ page, title }) {
    for (const { alts, authored, href, isSilent, label, node, text } of page.links) {
      if (node === undefined || isSilent || alts.length > 0 || (label ?? '').trim() !== '' || text.trim() !== '')
        continue
      const fix = authored === undefined ? withoutLinks(node, (address) => address === href) : undefined
      yield { node, message: `${title(node)}: a link has no text.`, fix }
    }
  },
})
