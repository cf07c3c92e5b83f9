import type { DisplayList, DisplayItem } from '../../layout/index.ts'

/** An area that a page break should not cut; top and bottom in px. */
export interface Unit {
  top: number
  bottom: number
  /** Lines and images are cut only if they exceed a page; small boxes, such as buttons, may be cut. */
  isHard: boolean
  isHeading: boolean
  paragraph: number | undefined
}

/** Units, and the edges of large boxes, which are preferred breaks. `available` is the height of one page, px. */
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

/** Undefined for an item that may be cut anywhere. */
export function unitOf(item: DisplayItem, available: number): Unit | undefined {
  switch (item.kind) {
    case 'text': {
      // The extent of the ink, not the line box: boxes of close lines may overlap.
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
