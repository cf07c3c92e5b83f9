/** What the pages of a PDF look like: one as long as the email, or sheets of paper. */
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
export function sheetFor(
  size: PageSize,
  displayWidth: number,
  { margin, shrink }: { margin: number; shrink: number },
): Sheet {
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
