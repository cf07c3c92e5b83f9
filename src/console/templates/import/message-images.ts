import type { Api, Asset } from '../../api/index.ts'
import { base64Of } from '../../parts/index.ts'
import type { Message, MessageImage } from './message.ts'

/** The HTML with its images embedded, as long as it stays below `maxChars`; the names of those that did not fit. */
export function embedImages({ html, images }: Message, maxChars: number): { html: string; leftOut: string[] } {
  let chars = html.length
  const leftOut = new Set<string>()
  const whole = replaceReferences(html, (contentId) => {
    const image = images.get(contentId)
    if (image === undefined) return undefined
    // Base64 takes four characters for three bytes.
    const size = Math.ceil(image.content.length / 3) * 4 + image.type.length + 'data:;base64,'.length
    if (chars + size > maxChars) return void leftOut.add(image.name || contentId)
    chars += size
    return `data:${image.type};base64,${base64Of(image.content)}`
  })
  return { html: whole, leftOut: [...leftOut] }
}

/** Uploads the images that the HTML shows as assets, each once, and refers to them by URL. `stored` has those of an earlier attempt. */
export async function storeImages(api: Api, { html, images }: Message, stored: Map<string, string>): Promise<string> {
  const shown = new Set<string>()
  replaceReferences(html, (contentId) => void shown.add(contentId))
  for (const contentId of shown) {
    const image = images.get(contentId)
    if (image === undefined || stored.has(contentId)) continue
    const form = new FormData()
    form.set('file', new Blob([image.content], { type: image.type }), fileName(image))
    stored.set(contentId, (await api.upload<Asset>('/assets', form)).url)
  }
  return replaceReferences(html, (contentId) => stored.get(contentId))
}

/** Replaces `cid:` URLs; those without a replacement stay. */
function replaceReferences(html: string, urlOf: (contentId: string) => string | undefined): string {
  return html.replace(/\bcid:([^\s"'<>)]{1,300})/gi, (url, given: string) => urlOf(decode(given)) ?? url)
}

/** URLs have the characters of a Content-ID percent-encoded. */
function decode(given: string): string {
  try {
    return decodeURIComponent(given)
  } catch {
    return given
  }
}

function fileName({ name, type }: MessageImage): string {
  return name || `image.${type.slice('image/'.length).split('+')[0]}`
}
