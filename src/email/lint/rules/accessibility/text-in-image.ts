import { wordsOf } from '../../model/words.ts'
import { defineRule } from '../../rule.ts'

const fewWords = 20
const large = 300 * 200

export const textInImage = defineRule({
  id: 'accessibility.text-in-image',
  severity: 'warning',
  why: 'Where images are blocked the email has no content, and blind recipients cannot read it; on a phone its text is too small.',
  remedy: 'Put the words as text over or below the image.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/images-of-text',
  check({ page }) {
    const images = page.images.filter(
      ({ height, isHidden, width = 0 }) => !isHidden && width * (height ?? width / 2) >= large,
    )
    if (images.length === 0) return []
    const words = wordsOf(page)
    return words < fewWords
      ? [{ node: images[0]?.node, message: `Besides its images the email has ${words} words.` }]
      : []
  },
})
