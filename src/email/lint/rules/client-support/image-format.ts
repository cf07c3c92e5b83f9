import { nameClients } from '../../client-support/evaluate.ts'
import { imageFeature } from '../../client-support/html-features.ts'
import { supportOf } from '../../client-support/support.ts'
import { defineRule } from '../../rule.ts'

const supportedFormats = new Set(['image-gif', 'image-png', 'image-jpg', 'image-base64'])

export const imageFormat = defineRule({
  id: 'client-support.image-format',
  severity: 'warning',
  why: 'Clients that do not support the format show a broken image; unlike on the web there is no fallback.',
  remedy: 'Use JPEG for photos, PNG for graphics, GIF for animations; the CDN converts WebP and AVIF.',
  doc: 'https://www.caniemail.com/search/?s=image',
  *check({ document, page, title }) {
    const mimes = new Map(Object.values(document.assets ?? {}).map(({ mime, url }) => [url, mime]))
    for (const { node, src } of page.images) {
      const slug = imageFeature(src, mimes.get(src))
      const support = slug === undefined || supportedFormats.has(slug) ? undefined : supportOf(slug)
      if (support === undefined || node === undefined || support.lacking.length === 0) continue
      yield {
        node,
        message: `${title(node)}: ${support.title} is not supported by ${nameClients(support.lacking, support.lackingShare)}.`,
      }
    }
  },
})
