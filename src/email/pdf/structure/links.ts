import type { Meaning, Rect } from '../../layout/index.ts'

/** Clickable area of a page, px of the display list. */
export interface LinkArea {
  href: string
  rect: Rect
  /** Structure element of the link. */
  meaning: Meaning | undefined
}

const followed = /^(https?|mailto|tel|sms):/i
/** Maximum length of a URI, characters; distance at which two areas are merged, px. */
const [maxHrefLength, nearness] = [2000, 1]

/** The URL as an ASCII URI (ISO 32000-2, 12.6.4.8); undefined for a URL without a link annotation. */
export function uriOf(href: string): string | undefined {
  const address = href.trim()
  if (!followed.test(address) || address.length > maxHrefLength) return undefined
  try {
    return new URL(address).href
  } catch {
    return undefined
  }
}

/** Merges the words of a link in one line; an area inside a larger one of the same link is dropped. */
export function joinAreas(areas: readonly LinkArea[]): LinkArea[] {
  const joined: LinkArea[] = []
  for (const area of areas) {
    const last = joined.at(-1)
    if (last !== undefined && isOneLine(last, area))
      joined[joined.length - 1] = { ...last, rect: around(last.rect, area.rect) }
    else joined.push(area)
  }
  const byHref = Map.groupBy(joined, ({ href }) => href)
  return joined.flatMap((area) => {
    const outer = byHref.get(area.href)?.find((other) => other !== area && containsArea(other, area))
    if (outer === undefined) return [area]
    // The remaining area also represents this one in the structure.
    outer.meaning ??= area.meaning
    return []
  })
}

function isOneLine(a: LinkArea, b: LinkArea): boolean {
  if (a.meaning === undefined || a.meaning !== b.meaning) return false
  const middle = b.rect.y + b.rect.height / 2
  return middle > a.rect.y && middle < a.rect.y + a.rect.height && gapBetween(a.rect, b.rect) < a.rect.height
}

function gapBetween(a: Rect, b: Rect): number {
  return Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width))
}

function around(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const right = Math.max(a.x + a.width, b.x + b.width)
  const bottom = Math.max(a.y + a.height, b.y + b.height)
  return { x, y, width: right - x, height: bottom - y }
}

// Of two equal areas, the first, which has no text, stays.
function containsArea({ rect: a, meaning }: LinkArea, { rect: b, meaning: other }: LinkArea): boolean {
  const isInside =
    b.x >= a.x - nearness &&
    b.y >= a.y - nearness &&
    b.x + b.width <= a.x + a.width + nearness &&
    b.y + b.height <= a.y + a.height + nearness
  const isSmaller = b.width * b.height < a.width * a.height
  return isInside && (isSmaller || (meaning === undefined && other !== undefined))
}
