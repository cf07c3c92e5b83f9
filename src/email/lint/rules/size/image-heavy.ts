import { defineRule } from '../../rule.ts'

const max = { still: 200 * 1024, moving: 1024 * 1024 }

export const imageHeavy = defineRule({
  id: 'size.image-heavy',
  severity: 'warning',
  why: 'On a phone a large image file loads after the reader has scrolled past it, or never.',
  remedy: 'Reduce it: at most twice the display size, JPEG for photos; or let the CDN resize it.',
  doc: 'https://web.dev/articles/choose-the-right-image-format',
  *check({ options: { imageBytes }, page, title }) {
    for (const { node, src } of page.images) {
      const bytes = src.startsWith('data:') ? Math.round(src.length * 0.75) : imageBytes?.(src)
      const isMoving = /\.gif(?:[?#]|$)/i.test(src)
      if (bytes === undefined || bytes <= (isMoving ? max.moving : max.still)) continue
      const size = `${Math.round(bytes / 1024)} KB`
      yield { node, message: `${node === undefined ? 'An image' : title(node)}: the image has ${size}.` }
    }
  },
})
