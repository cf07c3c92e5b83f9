import { defineRule } from '../../rule.ts'

const max = 1024 * 1024

export const imagesTotal = defineRule({
  id: 'size.images-total',
  severity: 'warning',
  why: 'Every recipient downloads all images at once, many of them on a phone with a metered plan.',
  remedy: 'Use fewer or smaller images: at most twice the display size.',
  doc: 'https://web.dev/articles/choose-the-right-image-format',
  check({ options: { imageBytes }, page }) {
    let sum = 0
    for (const src of new Set(page.images.map((image) => image.src))) sum += imageBytes?.(src) ?? 0
    return sum > max ? [{ message: `All images have ${Math.round(sum / 1024)} KB in total.` }] : []
  },
})
