import type { DisplayItem } from '../../layout/index.ts'
import type { Window } from './breaks.ts'
import { unitOf } from './units.ts'

/** On which pages an item stands, as their first and last number; `last` is less than `first` for what is on none. */
export interface Stand {
  first: number
  last: number
}

/** What of a display list is on each of its pages, in its order. */
export function placeItems(
  items: readonly DisplayItem[],
  windows: readonly Window[],
  available: number,
): DisplayItem[][] {
  const pages: DisplayItem[][] = windows.map(() => [])
  for (const item of items) {
    const { first, last } = standOf(item, windows, available)
    for (let page = first; page <= last; page++) pages[page]?.push(item)
  }
  return pages
}

/** What should stay whole is on the first page that holds it; everything else wherever it reaches. */
export function standOf(item: DisplayItem, windows: readonly Window[], available: number): Stand {
  const unit = unitOf(item, available)
  if (unit !== undefined) {
    const page = firstFrom(windows, unit.bottom - 0.01)
    const window = windows[page]
    if (window !== undefined && unit.top >= window.from - 0.01) return { first: page, last: page }
  }
  const [top, bottom] = [item.y, item.y + item.height]
  const first = firstFrom(windows, top + 1e-9)
  let last = first - 1
  while ((windows[last + 1]?.from ?? Number.POSITIVE_INFINITY) < bottom) last++
  return { first, last }
}

/** The first page that ends at or below a place; both ends of pages grow. */
function firstFrom(windows: readonly Window[], place: number): number {
  let [low, high] = [0, windows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((windows[middle]?.to ?? 0) >= place) high = middle
    else low = middle + 1
  }
  return low
}
