import { attributeFix } from '../../fix/html.ts'
import { defineRule } from '../../rule.ts'

/** Images of html blocks; in other blocks the renderer always writes the attribute. */
export const altMissing = defineRule({
  id: 'accessibility.alt-missing',
  severity: 'error',
  why: 'A screen reader reads out the URL of an image without an alt attribute.',
  remedy: 'Describe the content of the image, or use alt="" if it is decorative.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content',
  *check({ page, title }) {
    for (const element of page.authored) {
      if (element.name !== 'img' || element.attributes.has('alt')) continue
      const src = (element.attributes.get('src') ?? '').slice(0, 80)
      const message = `${title(element.node)}: the image ${src} has no alt attribute.`
      yield { node: element.node, prop: 'html', message, fix: attributeFix([element], 'Mark as decorative', 'alt=""') }
    }
  },
})
