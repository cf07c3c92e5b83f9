import { defineRule } from '../../rule.ts'

const max = 0.6
const min = 400 * 300

/** Emails that are mostly images. */
export const imageShare = defineRule({
  id: 'inbox.image-share',
  severity: 'hint',
  why: 'Where pictures are blocked little is left, and filters are wary of much picture with little text (HTML_IMAGE_ONLY).',
  remedy: 'Let text have at least two fifths of the area, and say in text what the pictures say.',
  doc: 'https://spamassassin.apache.org/old/tests_3_3_x.html',
  check({ page }) {
    let images = 0
    for (const { height, isHidden, width } of page.images) {
      if (!isHidden && width !== undefined) images += width * (height ?? width * 0.6)
    }
    // A letter is about half as wide as it is high, and words are between margins.
    const text = page.texts.reduce(
      (sum, { paint, text: words }) => sum + words.length * paint.size * 0.5 * paint.size * (paint.line ?? 1.3),
      0,
    )
    const share = images / Math.max(1, images + text * 1.8)
    return images > min && share > max
      ? [{ message: `Pictures take about ${Math.round(share * 100)} % of the area.` }]
      : []
  },
})
