import { defineRule } from '../../rule.ts'

export const imageEmbedded = defineRule({
  id: 'size.image-embedded',
  severity: 'error',
  why: 'Gmail and Outlook do not show images embedded in the HTML, and their bytes count toward the Gmail clipping limit.',
  remedy: 'Upload the image and use its URL.',
  doc: 'https://www.caniemail.com/features/image-base64/',
  *check({ page, sheet, title }) {
    for (const { facts, name, attributes, node } of page.authored) {
      const isEmbedded =
        (name === 'img' && isData(attributes.get('src'))) ||
        facts.declarations.some(({ value }) => /url\(\s*["']?data:/i.test(value))
      if (isEmbedded) yield { node, prop: 'html', message: `${title(node)}: an image is embedded in the HTML.` }
    }
    if (sheet?.rules.some(({ declarations }) => declarations.some(({ value }) => /url\(\s*["']?data:/i.test(value))))
      yield { prop: 'head.css', message: 'An image is embedded in the style sheet.' }
  },
})

function isData(src: string | undefined): boolean {
  return src !== undefined && /^\s*data:/i.test(src)
}
