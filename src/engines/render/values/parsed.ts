import { type ParsedText, parseTagged } from '../../data/index.ts'

const cache = new Map<string, ParsedText>()
const most = 2000

/** As parseTagged, remembering the last texts that hold a tag: templates are rendered again and again. */
export function parseOnce(source: string): ParsedText {
  const known = cache.get(source)
  if (known !== undefined) return known
  if (cache.size >= most) cache.clear()
  const parsed = parseTagged(source)
  cache.set(source, parsed)
  return parsed
}

/** Whether text holds a merge tag, or a marker that only looks like one. */
export function isTagged(source: string): boolean {
  return source.includes('{{') || source.includes('{%')
}
