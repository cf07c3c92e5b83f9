import { findImages } from './find-images.ts'

/**
 * The same HTML with the images that the map names led elsewhere; keys are addresses as `listImages` gives them.
 * Everything else stays byte for byte.
 */
export function rewriteImages(html: string, map: ReadonlyMap<string, string>): string {
  if (map.size === 0) return html
  let result = ''
  let done = 0
  for (const spot of findImages(html)) {
    const address = map.get(spot.address)
    if (address === undefined || address === spot.address) continue
    result += html.slice(done, spot.start) + spot.write(address)
    done = spot.end
  }
  return result + html.slice(done)
}
