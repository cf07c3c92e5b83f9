import { uploadUrlOf } from '../import/index.ts'
import type { DisplayList } from '../layout/index.ts'
import { flatten } from './flatten.ts'

/** The same content in both pages, and how far down in each, in px. */
export interface Anchor {
  source: number
  result: number
}

/** Words that tell a paragraph from others. */
const beginning = 5

/**
 * Places with content that each page has exactly once: the beginning of a paragraph, or an image. Sorted by the place in the
 * source, and only those that come in the same order in the result. Words further on would mislead: lines wrap elsewhere.
 */
export function findAnchors(source: DisplayList, result: DisplayList): Anchor[] {
  const found = placesIn(result)
  const anchors: Anchor[] = []
  for (const [content, at] of placesIn(source)) {
    const other = found.get(content)
    if (at !== undefined && other !== undefined) anchors.push({ source: at, result: other })
  }
  return ascending(anchors.sort((one, other) => one.source - other.source || one.result - other.result))
}

/** Undefined for content that is there more than once. */
function placesIn(page: DisplayList): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>()
  const note = (content: string, at: number) => places.set(content, places.has(content) ? undefined : at)
  let [paragraph, words, at]: [number | undefined, string[], number] = [undefined, [], 0]
  const end = () => words.length > 0 && note(words.join(' '), at)
  for (const { item } of flatten(page.items)) {
    if (item.kind === 'picture') note(uploadUrlOf(item.src) ?? item.src, item.y)
    if (item.kind !== 'text') continue
    if (item.paragraph !== paragraph) {
      end()
      words = []
      paragraph = item.paragraph
      at = item.baseline
    }
    if (words.length < beginning)
      words.push(...(item.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, beginning))
  }
  end()
  return places
}

/** The longest sequence of anchors whose places in the result ascend */
function ascending(anchors: readonly Anchor[]): Anchor[] {
  const before: number[] = []
  const ends: number[] = []
  anchors.forEach(({ result }, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((anchors[ends[middle] ?? 0]?.result ?? 0) <= result) low = middle + 1
      else high = middle
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = index
  })
  const out: Anchor[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) out.push(anchors[index] as Anchor)
  return out.reverse()
}
