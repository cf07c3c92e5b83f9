import type { Box as Lengths } from '../../../document/index.ts'
import type { Box } from './box.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import type { Metrics } from './metrics.ts'

/**
 * Collapses the vertical margins in a stack (CSS 2.1, 8.3.1): the larger of two adjacent margins wins, and those at the ends
 * move outside a box without padding or border there.
 */
export function collapseMargins(box: Box, isSealed: boolean): void {
  box.isSealed = isSealed
  box.children = withoutGaps(box.children)
  const { children } = box
  let before: Box | undefined
  for (const child of children) {
    if (before !== undefined) {
      const [wide, narrow] = [
        collapsed(before.margin.wide[2], child.margin.wide[0]),
        collapsed(before.margin.narrow[2], child.margin.narrow[0]),
      ]
      const [above, below] = [before.margin, child.margin]
      setMargin(before, 2, 0, 0)
      setMargin(child, 0, wide, narrow)
      if (below.wide[0] === 0) absorb(edgeOf(child, 0), 0, [above.wide[2], above.narrow[2]])
      if (above.wide[2] === 0) absorb(edgeOf(before, 2), 2, [below.wide[0], below.narrow[0]])
    }
    before = child
  }
  if (isSealed || children.length === 0) return
  const first = children[0] as Box
  const last = children.at(-1) as Box
  if (box.padding.wide[0] === 0 && !isConditionalOrRepeated(first)) moveMarginToParent(box, first, 0)
  else absorb(edgeOf(box, 0), 0, [box.margin.wide[0], box.margin.narrow[0]])
  if (box.padding.wide[2] === 0 && !isConditionalOrRepeated(last)) moveMarginToParent(box, last, 2)
  else absorb(edgeOf(box, 2), 2, [box.margin.wide[2], box.margin.narrow[2]])
}

// An empty block is only the larger of its margins and those around it (CSS 2.1, 8.3.1).
function withoutGaps(children: Box[]): Box[] {
  const solid = children.filter((child) => child.isGap !== true)
  if (solid.length === children.length || solid.length === 0) return children
  let space = 0
  let last: Box | undefined
  for (const child of children) {
    if (child.isGap === true) space = Math.max(space, Number(child.draft?.['height'] ?? 0))
    else {
      if (space > 0) setMargin(child, 0, Math.max(space, child.margin.wide[0]), Math.max(space, child.margin.narrow[0]))
      space = 0
      last = child
    }
  }
  if (space > 0 && last !== undefined)
    setMargin(last, 2, Math.max(space, last.margin.wide[2]), Math.max(space, last.margin.narrow[2]))
  return solid
}

function isConditionalOrRepeated({ each, when }: Box): boolean {
  return when !== undefined || each !== undefined
}

// The first or last child if its margin collapses through the box.
function edgeOf({ children, isSealed, padding }: Box, side: 0 | 2): Box | undefined {
  return isSealed || padding.wide[side] !== 0 ? undefined : side === 0 ? children[0] : children.at(-1)
}

// A conditional box keeps its own margin, except for the part that its surroundings have anyway.
function absorb(from: Box | undefined, side: 0 | 2, [wide, narrow]: [number, number]): void {
  let box = from
  while (box !== undefined && box.margin.wide[side] === 0) box = edgeOf(box, side)
  if (box === undefined || (wide === 0 && narrow === 0)) return
  setMargin(box, side, Math.max(0, box.margin.wide[side] - wide), Math.max(0, box.margin.narrow[side] - narrow))
}

function moveMarginToParent(box: Box, child: Box, side: 0 | 2): void {
  setMargin(
    box,
    side,
    collapsed(box.margin.wide[side], child.margin.wide[side]),
    collapsed(box.margin.narrow[side], child.margin.narrow[side]),
  )
  setMargin(child, side, 0, 0)
}

// A negative margin, of a button that reaches over its line, takes from the other.
function collapsed(one: number, other: number): number {
  return Math.max(0, one, other) + Math.min(0, one, other)
}

function setMargin(box: Box, side: 0 | 2, wide: number, narrow: number): void {
  const [top, right, bottom, left] = box.margin.wide
  const [narrowTop, narrowRight, narrowBottom, narrowLeft] = box.margin.narrow
  box.margin =
    side === 0
      ? { wide: [wide, right, bottom, left], narrow: [narrow, narrowRight, narrowBottom, narrowLeft] }
      : { wide: [top, right, wide, left], narrow: [narrowTop, narrowRight, narrow, narrowLeft] }
}

/** Converts the free space beside a box to margins, by its alignment. */
export function place(
  box: Box,
  { pushed, narrowSpace }: Pick<Metrics, 'pushed'> & Partial<Pick<Metrics, 'narrowSpace'>>,
  { width, inherited }: { width: number; inherited: InheritedStyle },
): void {
  const { wide, narrow } = box.margin
  const left = Math.max(0, width - box.width - wide[1] - wide[3])
  const { name, attributes } = box.element
  const attribute = name === 'table' || name === 'hr' ? attributes['align']?.toLowerCase() : undefined
  const align = attribute ?? pushed ?? inherited.blockAlign ?? 'left'
  const share = align === 'center' ? 0.5 : align === 'right' ? 1 : 0
  // Only frames in the middle have a width of their own on phones; cells and columns share theirs.
  const isFrame = narrowSpace !== undefined && align === 'center' && name !== 'td' && name !== 'th'
  const leftOnPhones = isFrame ? Math.max(0, narrowSpace - narrow[1] - narrow[3]) : 0
  if (left + leftOnPhones === 0) return
  box.margin = { wide: widened(wide, left, share), narrow: widened(narrow, leftOnPhones, share) }
}

function widened([top, right, bottom, left]: Lengths, by: number, before: number): Lengths {
  return [top, right + by * (1 - before), bottom, left + by * before]
}
