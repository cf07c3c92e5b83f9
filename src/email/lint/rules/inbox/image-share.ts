import { defineRule } from '../../rule.ts'

const max = 0.6
const min = 400 * 300

export const imageShare = defineRule({
  id: 'inbox.image-share',
  severity: 'hint',
  why: 'Where images are blocked little content is left, and filters score emails with large images and little text (HTML_IMAGE_ONLY).',
  remedy: 'Use at least 40 % of the area for text, and repeat the content of images as text.',
  doc: 'https://spamassassin.apache.org/old/tests_3_3_x.html',
  check({ page }) {
    let images = 0
    for (const { height, isHidden, width } of page.images) {
      if (!isHidden && width !== undefined) images += width * (height ?? width * 0.6)
    }
    // An average character is about half as wide as it is high, and text has margins.
    const text = page.texts.reduce(
      (sum, { paint, text: words }) => sum + words.length * paint.size * 0.5 * paint.size * (paint.line ?? 1.3),
      0,
    )
    const share = images / Math.max(1, images + text * 1.8)
    return images > min && share > max
      ? [{ message: `Images cover about ${Math.round(share * 100)} % of the area.` }]
      : []
  },
})
