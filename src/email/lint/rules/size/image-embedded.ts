import { defineRule } from '../../rule.ts'

/** Images written into the HTML. */
export const imageEmbedded = defineRule({
  id: 'size.image-embedded',
  severity: 'error',
  why: 'Gmail and Outlook show no picture that is written into the HTML, and its bytes count towards the size at which Gmail cuts off.',
  remedy: 'Upload the picture and name its address.',
  doc: 'https://www.caniemail.com/features/image-base64/',
  *check({ page, sheet, title }) {
    for (const { facts, name, attributes, node } of page.authored) {
      const isEmbedded =
        (name === 'img' && isData(attributes.get('src'))) ||
        facts.declarations.some(({ value }) => /url\(\s*["']?data:/i.test(value))
      if (isEmbedded) yield { node, prop: 'html', message: `${title(node)}: a picture is written into the HTML.` }
    }
    if (sheet?.rules.some(({ declarations }) => declarations.some(({ value }) => /url\(\s*["']?data:/i.test(value))))
      yield { prop: 'head.css', message: 'A picture is written into the style sheet.' }
  },
})

function isData(src: string | undefined): boolean {
  return src !== undefined && /^\s*data:/i.test(src)
}
