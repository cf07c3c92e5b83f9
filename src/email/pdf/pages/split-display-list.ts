import type { DisplayList } from '../../layout/index.ts'
import { type Window, partPages } from './breaks.ts'
import { type PageSize, type Sheet, sheetFor } from './sheets.ts'

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
