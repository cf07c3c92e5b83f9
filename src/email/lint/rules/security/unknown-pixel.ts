import { tagFix } from '../../fix/html.ts'
import { removeFix } from '../../fix/change.ts'
import { hostOf, sameSite } from '../../model/hosts.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'
import type { Fix } from '../../rule.ts'
import type { PageImage } from '../../page/page.ts'

/** Invisible images from hosts that no other content of the email uses. */
export const unknownPixel = defineRule({
  id: 'security.unknown-pixel',
  severity: 'warning',
  why: 'It reports every open to a third party without the recipient’s consent; a leftover one reports to a former vendor.',
  remedy: 'Remove it; the ESP tracks opens itself. If it is yours, serve it from your own host.',
  doc: 'https://www.edpb.europa.eu/our-work-tools/our-documents/guidelines/guidelines-22023-technical-scope-art-53-eprivacy-directive_en',
  *check({ page, title }) {
    const own = page.links.flatMap(({ href }) => hostOf(href) ?? [])
    for (const image of page.images) {
      const { height, isHidden, node, src, width } = image
      const host = hostOf(src)
      const isTiny = (width !== undefined && width <= 2) || (height !== undefined && height <= 2)
      const isMeant = isTiny || (isHidden && image.authored !== undefined)
      if (node === undefined || host === undefined || !isMeant || own.some((one) => sameSite(one, host))) continue
      yield { node, message: `${title(node)}: an invisible image from ${host}.`, fix: fixOf(image) }
    }
  },
})

function fixOf({ authored, node }: PageImage): Fix | undefined {
  if (authored !== undefined && isBlock(node, 'html')) return tagFix(node, authored, 'Remove it', () => '')
  return isBlock(node, 'image') ? removeFix(node, 'Remove it') : undefined
}
