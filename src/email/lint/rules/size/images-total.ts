import { defineRule } from '../../rule.ts'

const max = 1024 * 1024

/** Images that weigh too much together. */
export const imagesTotal = defineRule({
  id: 'size.images-total',
  severity: 'warning',
  why: 'Every reader downloads all pictures at once, many of them on a phone and on a plan that counts.',
  remedy: 'Use fewer pictures, or smaller ones: at most twice the size they are shown in.',
  doc: 'https://web.dev/articles/choose-the-right-image-format',
  check({ options: { imageBytes }, page }) {
    let sum = 0
    for (const src of new Set(page.images.map((image) => image.src))) sum += imageBytes?.(src) ?? 0
    return sum > max ? [{ message: `All pictures together have ${Math.round(sum / 1024)} KB.` }] : []
  },
})
