import type { DisplayList, DisplayItem } from '../../layout/index.ts'

/** What should not be cut by the end of a page, with its top and bottom in px. */
export interface Unit {
  top: number
  bottom: number
  /** Lines and images must stay whole where they can; small boxes, such as buttons, should. */
  isHard: boolean
  isHeading: boolean
  /** The lines it is one of. */
  paragraph: number | undefined
}

/** The units of a display list, and where its large boxes begin and end: there it is best cut. `available` is what one page holds, px. */
export function unitsOf(displayList: DisplayList, available: number): { units: Unit[]; seams: number[] } {
  const units: Unit[] = []
  const seams = new Set<number>()
  const add = (items: readonly DisplayItem[]) => {
    for (const item of items) {
      const unit = unitOf(item, available)
      if (unit !== undefined) units.push(unit)
      if (item.kind === 'group') add(item.items)
      if (item.kind === 'box' && item.width >= displayList.width / 2) seams.add(item.y).add(item.y + item.height)
    }
  }
  add(displayList.items)
  return { units: units.toSorted((a, b) => a.top - b.top), seams: [...seams].toSorted((a, b) => a - b) }
}

/** The unit that one item is; undefined for what may be cut anywhere. */
export function unitOf(item: DisplayItem, available: number): Unit | undefined {
  switch (item.kind) {
    case 'text': {
      // Extent of the ink: the boxes of close lines may overlap.
      const [top, bottom] = [item.baseline - item.size * 0.85, item.baseline + item.size * 0.26]
      const isHeading = item.meaning.heading !== undefined
      return { top, bottom, isHard: true, isHeading, paragraph: item.paragraph }
    }
    case 'picture':
      return item.height > available ? undefined : rectUnit(item, true)
    case 'box':
    case 'group':
      return item.height > available / 4 ? undefined : rectUnit(item, false)
    case 'link':
      return undefined
  }
}

function rectUnit({ y, height }: { y: number; height: number }, isHard: boolean): Unit {
  return { top: y, bottom: y + height, isHard, isHeading: false, paragraph: undefined }
}
