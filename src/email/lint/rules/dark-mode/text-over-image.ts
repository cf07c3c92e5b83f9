import { distinctTexts } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

export const textOverImage = defineRule({
  id: 'dark-mode.text-over-image',
  severity: 'hint',
  why: 'In dark mode mail clients change the text color but not the image: white on dark becomes black on dark.',
  remedy: 'Put the text on a plain background, or choose an image of medium brightness and check it in dark mode.',
  doc: 'https://www.hteumeuleu.com/2021/fixing-gmail-dark-mode-css-blend-modes/',
  *check({ page, title }) {
    const seen = new Set<string>()
    for (const { node, paint } of distinctTexts(page)) {
      if (!paint.isOverImage || seen.has(node.id)) continue
      seen.add(node.id)
      yield { node, message: `${title(node)}: the text is over an image.` }
    }
  },
})
