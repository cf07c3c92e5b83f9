import { setFix } from '../../fix/change.ts'
import { hostOf } from '../../model/hosts.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

export const linkedImageAlt = defineRule({
  id: 'accessibility.linked-image-alt',
  severity: 'error',
  why: 'The alternative text is the only description of the link; without it a screen reader spells out the URL.',
  remedy: 'Describe the target of the link.',
  doc: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F89',
  *check({ page, title }) {
    for (const { alts, href, isSilent, label, node, text, authored } of page.links) {
      if (alts.length === 0 || isSilent || node === undefined || text.trim() !== '' || (label ?? '').trim() !== '')
        continue
      if (alts.some((alt) => (alt ?? '').trim() !== '')) continue
      const host = hostOf(href)
      const fix =
        isBlock(node, 'image') && host !== undefined ? setFix(node, `Say “${host}”`, { alt: host }) : undefined
      const prop = authored === undefined ? 'alt' : 'html'
      yield { node, prop, message: `${title(node)}: the image is a link and has no alternative text.`, fix }
    }
  },
})
