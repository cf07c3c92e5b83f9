import type { Box } from './box.ts'

/**
 * Lets the vertical margins of the boxes in a stack collapse as CSS has it: between neighbours the larger one counts, and
 * those at the ends reach out of a box that has nothing there to hold them (CSS 2.1, 8.3.1).
 */
export function settleMargins(box: Box, isSealed: boolean): void {
  box.isSealed = isSealed
  const { children } = box
  let before: Box | undefined
  for (const child of children) {
    if (before !== undefined) {
      const [wide, narrow] = [
        Math.max(before.margin.wide[2], child.margin.wide[0]),
        Math.max(before.margin.narrow[2], child.margin.narrow[0]),
      ]
      setMargin(before, 2, 0, 0)
      setMargin(child, 0, wide, narrow)
    }
    before = child
  }
  if (isSealed || children.length === 0) return
  const first = children[0] as Box
  const last = children.at(-1) as Box
  if (box.padding.wide[0] === 0 && first.when === undefined && first.each === undefined) reachOut(box, first, 0)
  if (box.padding.wide[2] === 0 && last.when === undefined && last.each === undefined) reachOut(box, last, 2)
}

function reachOut(box: Box, child: Box, side: 0 | 2): void {
  setMargin(
    box,
    side,
    Math.max(box.margin.wide[side], child.margin.wide[side]),
    Math.max(box.margin.narrow[side], child.margin.narrow[side]),
  )
  setMargin(child, side, 0, 0)
}

function setMargin(box: Box, side: 0 | 2, wide: number, narrow: number): void {
  const [top, right, bottom, left] = box.margin.wide
  const [narrowTop, narrowRight, narrowBottom, narrowLeft] = box.margin.narrow
  box.margin =
    side === 0
      ? { wide: [wide, right, bottom, left], narrow: [narrow, narrowRight, narrowBottom, narrowLeft] }
      : { wide: [top, right, wide, left], narrow: [narrowTop, narrowRight, narrow, narrowLeft] }
}
