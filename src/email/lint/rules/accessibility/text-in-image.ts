import { wordsOf } from '../../model/words.ts'
import { defineRule } from '../../rule.ts'

const fewWords = 20
const large = 300 * 200

/** Emails that are images. */
export const textInImage = defineRule({
  id: 'accessibility.text-in-image',
  severity: 'warning',
  why: 'Where pictures are blocked, and to who cannot see them, the email says nothing; on a phone its words are too small.',
  remedy: 'Set the words as text over or below the picture.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/images-of-text',
  check({ page }) {
    const images = page.images.filter(
      ({ height, isHidden, width = 0 }) => !isHidden && width * (height ?? width / 2) >= large,
    )
    if (images.length === 0) return []
    const words = wordsOf(page)
    return words < fewWords
      ? [{ node: images[0]?.node, message: `Beside its pictures the email has ${words} words.` }]
      : []
  },
})
