import * as formats from '../../engines/formats/index.ts'

/** Addresses of the images in HTML, each once. */
export function listImages({ html }: { html: string }): string[] {
  return formats.listImages(html)
}

/** The HTML with the images led to the addresses of the map. */
export function rewriteImages({ html, map }: { html: string; map: ReadonlyMap<string, string> }): string {
  return formats.rewriteImages(html, map)
}
