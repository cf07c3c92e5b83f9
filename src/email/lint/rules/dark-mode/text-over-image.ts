import { distinctTexts } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

/** Text over an image. */
export const textOverImage = defineRule({
  id: 'dark-mode.text-over-image',
  severity: 'hint',
  why: 'At night mail clients turn the colour of the text round and leave the picture as it is: white on dark becomes black on dark.',
  remedy: 'Put the text on a plain background, or choose a picture of middling brightness and look at it at night.',
  doc: 'https://www.hteumeuleu.com/2021/fixing-gmail-dark-mode-css-blend-modes/',
  *check({ page, title }) {
    const seen = new Set<string>()
    for (const { node, paint } of distinctTexts(page)) {
      if (!paint.isOverImage || seen.has(node.id)) continue
      seen.add(node.id)
      yield { node, message: `${title(node)}: the text stands over a picture.` }
    }
  },
})
