import type { Meaning, Rect } from '../../layout/index.ts'

/** An area of a page that leads somewhere, px of the display list. */
export interface LinkArea {
  href: string
  rect: Rect
  /** What was read there: the links of the structure that the area belongs to. */
  meaning: Meaning | undefined
}

const followed = /^(https?|mailto|tel|sms):/i
/** Addresses that are longer are no addresses, px that two areas may be apart and still be one. */
const [maxHrefLength, nearness] = [2000, 1]

/** The address as a PDF takes it, in ASCII (ISO 32000-2, 12.6.4.8); undefined for what is not followed. */
export function uriOf(href: string): string | undefined {
  const address = href.trim()
  if (!followed.test(address) || address.length > maxHrefLength) return undefined
  try {
    return new URL(address).href
  } catch {
    return undefined
  }
}

/** The areas of one page: the words of a link in a line are one, and what lies in a larger area of the same link is left out. */
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
    const outer = byHref.get(area.href)?.find((other) => other !== area && holds(other, area))
    if (outer === undefined) return [area]
    // The area that stays represents this one in the structure as well.
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

// Of two that are the same the one without words stays, for it was there first.
function holds({ rect: a, meaning }: LinkArea, { rect: b, meaning: other }: LinkArea): boolean {
  const isInside =
    b.x >= a.x - nearness &&
    b.y >= a.y - nearness &&
    b.x + b.width <= a.x + a.width + nearness &&
    b.y + b.height <= a.y + a.height + nearness
  const isSmaller = b.width * b.height < a.width * a.height
  return isInside && (isSmaller || (meaning === undefined && other !== undefined))
}
