import * as formats from '../../email/formats/index.ts'

/** The image URLs in HTML, each once. */
export function listImages({ html }: { html: string }): string[] {
  return formats.listImages(html)
}

/** The HTML with image URLs replaced by those of the map. */
export function rewriteImages({ html, map }: { html: string; map: ReadonlyMap<string, string> }): string {
  return formats.rewriteImages(html, map)
}
