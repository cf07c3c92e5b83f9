import type { DisplayList } from '../../layout/index.ts'
import { type Window, partPages } from './breaks.ts'

/** `long`: a single page with the height of the email. */
export type PageSize = 'long' | 'A4' | 'Letter'

/** A page in points (1/72 inch), with its range of the display list and its scale. */
export interface Sheet {
  /** Undefined for a page with the height of its content. */
  height: number | undefined
  width: number
  margin: number
  /** Points per px. */
  scale: number
  /** Left margin, points. */
  left: number
  /** Height of the display list that fits on one page, px. */
  available: number
}

/** Maximum page width and height, points (ISO 32000-2, C.2). */
const maxLength = 14_400
/** Points per CSS px: 72 / 96. */
const natural = 0.75
/** Maximum scale on paper, where narrow content is enlarged to fill the width. */
const largest = 0.85

const papers = { A4: [595.276, 841.89], Letter: [612, 792] } as const

/** Width in px, margin in points. On paper, `shrink` reduces the scale further. */
function sheetFor(size: PageSize, displayWidth: number, { margin, shrink }: { margin: number; shrink: number }): Sheet {
  if (size === 'long') {
    const scale = Math.min(natural, (maxLength - 2 * margin) / displayWidth)
    const width = displayWidth * scale + 2 * margin
    return { width, height: undefined, margin, scale, left: margin, available: (maxLength - 2 * margin) / scale }
  }
  const [width, height] = papers[size]
  const scale = Math.min(largest, (width - 2 * margin) / displayWidth) * shrink
  const left = (width - displayWidth * scale) / 2
  return { width, height, margin, scale, left, available: (height - 2 * margin) / scale }
}

/** Shrink factors that are tried, in order, to save a page. */
const steps = [1, 0.97, 0.94, 0.91, 0.88]

/** Shrinks slightly if that saves a nearly empty last page. */
export function partOfDisplayList(
  displayList: DisplayList,
  { page, margin }: { page: PageSize; margin: number },
): { sheet: Sheet; windows: Window[] } {
  const partAt = (shrink: number) => {
    const sheet = sheetFor(page, displayList.width, { margin, shrink })
    return { sheet, windows: partPages(displayList, sheet.available) }
  }
  const first = partAt(1)
  if (page === 'long' || first.windows.length === 1 || first.windows.length > maxAttempts) return first
  const fewer = steps.map(partAt).find(({ windows }) => windows.length < first.windows.length)
  return fewer ?? first
}

/** Above this number of pages, saving one is not attempted. */
const maxAttempts = 6
