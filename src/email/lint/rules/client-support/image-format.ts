import { nameClients } from '../../client-support/judge.ts'
import { imageFeature } from '../../client-support/html-features.ts'
import { supportOf } from '../../client-support/support.ts'
import { defineRule } from '../../rule.ts'

const harmless = new Set(['image-gif', 'image-png', 'image-jpg', 'image-base64'])

/** Images in formats that some mail clients cannot show. */
export const imageFormat = defineRule({
  id: 'client-support.image-format',
  severity: 'warning',
  why: 'Where the format is unknown there is a broken picture, and no fallback as on the web.',
  remedy: 'Use JPEG for photographs, PNG for drawings, GIF for what moves; the CDN turns WebP and AVIF into them.',
  doc: 'https://www.caniemail.com/search/?s=image',
  *check({ document, page, title }) {
    const mimes = new Map(Object.values(document.assets ?? {}).map(({ mime, url }) => [url, mime]))
    for (const { node, src } of page.images) {
      const slug = imageFeature(src, mimes.get(src))
      const support = slug === undefined || harmless.has(slug) ? undefined : supportOf(slug)
      if (support === undefined || node === undefined || support.lacking.length === 0) continue
      yield {
        node,
        message: `${title(node)}: ${support.title} is unknown to ${nameClients(support.lacking, support.lackingShare)}.`,
      }
    }
  },
})
