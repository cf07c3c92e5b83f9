import { findImages } from './find-images.ts'

/** Replaces image URLs; keys of the map are URLs as returned by `listImages`. Everything else stays byte for byte. */
export function rewriteImages(html: string, map: ReadonlyMap<string, string>): string {
  if (map.size === 0) return html
  let result = ''
  let done = 0
  for (const range of findImages(html)) {
    const address = map.get(range.address)
    if (address === undefined || address === range.address) continue
    result += html.slice(done, range.start) + range.write(address)
    done = range.end
  }
  return result + html.slice(done)
}
