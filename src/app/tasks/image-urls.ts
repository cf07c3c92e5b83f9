import * as formats from '../../email/formats/index.ts'

/** Without duplicates. */
export function listImages({ html }: { html: string }): string[] {
  return formats.listImages(html)
}

/** Replaces image URLs by those of the map. */
export function rewriteImages({ html, map }: { html: string; map: ReadonlyMap<string, string> }): string {
  return formats.rewriteImages(html, map)
}
