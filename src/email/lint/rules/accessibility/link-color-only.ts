import { hexOf, contrast } from '../../color/color.ts'
import { settingsFix } from '../../fix/change.ts'
import { quote } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

const min = 3
/** In other blocks, the position shows that a title or label is a link. */
const running = new Set(['text', 'list', 'table', 'html'])

/** Links in running text that differ from it only by color, with a low contrast between both. */
export const linkColorOnly = defineRule({
  id: 'accessibility.link-color-only',
  severity: 'hint',
  why: 'Color-blind readers, or anyone in bright light, cannot see the link.',
  remedy: 'Underline links, or give them a contrast of 3:1 to the surrounding text.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/use-of-color',
  *check({ document: { theme }, page, title }) {
    const fix =
      theme.link?.underline === false
        ? settingsFix('Underline all links', { theme: { link: { ...theme.link, underline: true } } })
        : undefined
    const texts = page.texts.filter(({ node, paint }) => running.has(node?.type ?? '') && paint.isCertain)
    for (const [node, own] of Map.groupBy(texts, ({ node }) => node)) {
      const around = own.find(({ link, text }) => link === undefined && text.length > 10)
      if (node === undefined || around === undefined) continue
      const notified = new Set<string>()
      for (const { isSilent, link, paint, text } of own) {
        if (link === undefined || isSilent || link.isUnderlined || paint.weight > around.paint.weight) continue
        if (contrast(paint.color, around.paint.color) >= min) continue
        const colors = `${hexOf(paint.color)} beside ${hexOf(around.paint.color)}`
        if (notified.has(colors)) continue
        notified.add(colors)
        const message = `${title(node)}: ${quote(title(node), text)} is a link without an underline, ${colors}.`
        yield { node, prop: node.type === 'html' ? 'html' : 'text', message, fix: link.authored ? undefined : fix }
      }
    }
  },
})
