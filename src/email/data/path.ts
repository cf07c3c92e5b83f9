/** The form of a path, as the source of a regular expression: names and array indices joined by dots. */
export const pathPattern = '[\\p{L}_][\\p{L}\\p{N}_-]*(?:\\.(?:[\\p{L}_][\\p{L}\\p{N}_-]*|\\d+))*'

const wholePath = new RegExp(`^${pathPattern}$`, 'u')
const segmentCache = new Map<string, readonly string[]>()
const segmentCacheSize = 4096

/** True if the text is a path such as `order.items.0.price`, at most 256 characters. */
export function isPath(text: string): boolean {
  return text.length <= 256 && wholePath.test(text)
}

/** The names of a path in order. Cached, because the same few hundred paths are looked up for every recipient. */
export function segmentsOf(path: string): readonly string[] {
  const known = segmentCache.get(path)
  if (known !== undefined) return known
  if (segmentCache.size >= segmentCacheSize) segmentCache.clear()
  const segments = path.split('.')
  segmentCache.set(path, segments)
  return segments
}

/** The path as Liquid writes it; indices go into brackets, because Ruby Liquid reads `a.0` as nothing. */
export function printPath(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}
