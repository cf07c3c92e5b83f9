import type { DisplayList } from '../../layout/index.ts'
import { type Window, partPages } from './breaks.ts'

/** The pages of a PDF: one as long as the email, or sheets of paper. */
export type PageSize = 'long' | 'A4' | 'Letter'

/** A page in points (1/72 inch), and what of the display list it shows at which scale. */
export interface Sheet {
  /** Undefined for a page that is as high as what it shows. */
  height: number | undefined
  width: number
  margin: number
  /** Points for one px. */
  scale: number
  /** From the left edge of the page to that of the display list. */
  left: number
  /** The most of the display list that one page holds, px. */
  available: number
}

/** No page is longer, nor wider (ISO 32000-2, C.2). */
const maxLength = 14_400
/** An inch has 96 px on a screen. */
const natural = 0.75
/** Paper is read from nearer: so much larger letters may become to fill it. */
const largest = 0.85

const papers = { A4: [595.276, 841.89], Letter: [612, 792] } as const

/** The page for a display list of a width in px; the margin in points. On paper the display list may be shrunk further. */
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

/** How far a display list may be made smaller, step by step, for one page less. */
const steps = [1, 0.97, 0.94, 0.91, 0.88]

/** The pages of a display list: a little smaller where that saves a page that would be nearly empty. */
export function partOfDisplayList(
  displayList: DisplayList,
  { page, margin }: { page: PageSize; margin: number },
): { sheet: Sheet; windows: Window[] } {
  const parted = (shrink: number) => {
    const sheet = sheetFor(page, displayList.width, { margin, shrink })
    return { sheet, windows: partPages(displayList, sheet.available) }
  }
  const first = parted(1)
  if (page === 'long' || first.windows.length === 1 || first.windows.length > maxAttempts) return first
  const fewer = steps.map(parted).find(({ windows }) => windows.length < first.windows.length)
  return fewer ?? first
}

/** Of many pages one more or less does not matter. */
const maxAttempts = 6
