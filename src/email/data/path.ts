/** Regular expression source of a path: names and array indexes separated by dots. */
export const pathPattern = '[\\p{L}_][\\p{L}\\p{N}_-]*(?:\\.(?:[\\p{L}_][\\p{L}\\p{N}_-]*|\\d+))*'

const wholePath = new RegExp(`^${pathPattern}$`, 'u')
const segmentCache = new Map<string, readonly string[]>()
const segmentCacheSize = 4096

/** For example `order.items.0.price`; at most 256 characters. */
export function isPath(text: string): boolean {
  return text.length <= 256 && wholePath.test(text)
}

/** Cached, because the same few hundred paths are read for every recipient. */
export function segmentsOf(path: string): readonly string[] {
  const known = segmentCache.get(path)
  if (known !== undefined) return known
  if (segmentCache.size >= segmentCacheSize) segmentCache.clear()
  const segments = path.split('.')
  segmentCache.set(path, segments)
  return segments
}

/** A path in Liquid syntax; indexes are in brackets, because Ruby Liquid evaluates `a.0` to nil. */
export function printPath(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}
