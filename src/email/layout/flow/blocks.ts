import type { Block, Box } from '../boxes/box.ts'
import type { ComputedStyle } from '../style/computed-style.ts'
import type { Flow, Laid, ContainingBlock } from './flow.ts'
import { type Content, type Fragment, type Margin, marginOf, meet, noMargin, sumOf, paintOf } from './fragment.ts'
import { markerFragment } from './marker.ts'
import { imageSize } from './image.ts'
import { clampHeight, clampWidth, insetsOf, marginsOf, outerSize } from './sizes.ts'

/** Lays out blocks in a column; adjacent margins collapse (CSS 2.1, section 8.3.1). */
export function layoutBlocks(flow: Flow, blocks: readonly Block[], containingBlock: ContainingBlock): Content {
  const fragments: Fragment[] = []
  let y = 0
  let pending: Margin = noMargin
  let before: Margin | undefined
  let first: number | undefined
  let last: number | undefined
  const floats: Floats = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const block of blocks) {
    if (block.computed.float !== 'none') {
      const start = y + (before === undefined ? 0 : sumOf(pending))
      fragments.push(placeFloat(flow, block, { containingBlock, y: start }, floats))
      continue
    }
    const laid = flow.block(block, containingBlock)
    pending = meet(pending, laid.before)
    if (laid.isEmpty && laid.fragment.height === 0) {
      pending = meet(pending, laid.after)
      continue
    }
    if (before === undefined) before = pending
    else y += sumOf(pending)
    if (floats.bottom > y) y = floats.bottom
    const { fragment } = laid
    fragments.push({ ...fragment, y })
    if (fragment.first !== undefined) first ??= y + fragment.first
    if (fragment.last !== undefined) last = y + fragment.last
    y += fragment.height
    pending = laid.after
  }
  const isEmpty = before === undefined && fragments.length === 0
  const height = Math.max(y, floats.bottom)
  const ends = { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) }
  return {
    fragments,
    height,
    before: before ?? pending,
    after: before === undefined ? noMargin : pending,
    isEmpty,
    ...ends,
  }
}

/** Px that floats occupy on both sides, with the top and bottom of their area. */
interface Floats {
  left: number
  right: number
  top: number
  bottom: number
}

// Floats are side by side while they fit; other blocks are below them.
function placeFloat(
  flow: Flow,
  block: Block,
  { containingBlock, y }: { containingBlock: ContainingBlock; y: number },
  floats: Floats,
): Fragment {
  const { width } = containingBlock
  const { fragment } = flow.block(block, containingBlock)
  const [top, right, bottom, left] = marginsOf(block.computed, width)
  const outer = fragment.width + left + right
  if (floats.bottom <= y || floats.left + floats.right + outer > width + 1 / 64) {
    floats.top = Math.max(y, floats.bottom)
    floats.left = 0
    floats.right = 0
  }
  const x = block.computed.float === 'left' ? floats.left + left : width - floats.right - outer + left
  if (block.computed.float === 'left') floats.left += outer
  else floats.right += outer
  floats.bottom = Math.max(floats.bottom, floats.top + top + fragment.height + bottom)
  return { ...fragment, x, y: floats.top + top }
}

export function layoutBlock(flow: Flow, block: Block, containingBlock: ContainingBlock): Laid {
  const { computed } = block
  const around = containingBlock.width
  const margins = marginsOf(computed, around)
  const [top, , bottom] = margins
  if (block.kind === 'picture') {
    const { width, height } = imageSize(block, flow.sizeOf, around)
    const x = startOf(computed, containingBlock, width)
    const box = paintOf(computed, width, height)
    const replaced = { ...block, inset: insetsOf(computed, around) }
    const fragment: Fragment = { x, y: 0, width, height, children: [], box, replaced }
    return { fragment, before: marginOf(top), after: marginOf(bottom), isEmpty: false }
  }
  const width = usedWidth(flow, block, around)
  const { fragment, content, containsMargins: holds } = layoutContent(flow, block, width, around)
  const placed = { ...fragment, x: startOf(computed, containingBlock, width) }
  const before = holds.top ? marginOf(top) : meet(marginOf(top), content.before)
  const after = holds.bottom ? marginOf(bottom) : meet(marginOf(bottom), content.after)
  return { fragment: placed, before, after, isEmpty: content.isEmpty && fragment.height === 0 }
}

/** Lays out a box at a border-box width, with its content at its position. */
export function layoutContent(
  flow: Flow,
  box: Box,
  width: number,
  around: number,
): { fragment: Fragment; content: Content; containsMargins: { top: boolean; bottom: boolean } } {
  const { computed, meaning } = box
  const insets = insetsOf(computed, around)
  const [top, right, bottom, left] = insets
  const content = flow.content(box, Math.max(0, width - left - right))
  const isRoot = holdsMargins(box)
  const given = outerSize(computed.height, computed, top + bottom)
  const containsMargins = { top: isRoot || top > 0, bottom: isRoot || bottom > 0 || given !== undefined }
  const shift = containsMargins.top ? sumOf(content.before) : 0
  const contentHeight = content.height + shift + (containsMargins.bottom && !content.isEmpty ? sumOf(content.after) : 0)
  const height = clampHeight(given ?? Math.max(0, contentHeight) + top + bottom, computed, top + bottom)
  const children = content.fragments.map((one) => ({ ...one, x: one.x + left, y: one.y + top + shift }))
  const marker = box.marker === undefined ? [] : [markerFragment(flow, box, { left, y: top + shift, width, content })]
  const at = (place: number | undefined) => (place === undefined ? undefined : place + top + shift)
  const [first, last] = [at(content.first), at(content.last)]
  const fragment: Fragment = {
    x: 0,
    y: 0,
    width,
    height,
    box: paintOf(computed, width, height),
    children: [...children, ...marker],
    ...(meaning.href === undefined ? {} : { href: meaning.href }),
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
  }
  return { fragment, content, containsMargins }
}

/** Border-box width; `around` is the width of the containing block, px. */
function usedWidth(flow: Flow, block: Box, around: number): number {
  const { computed } = block
  const insets = insetsOf(computed, around)
  const inset = insets[1] + insets[3]
  const margins = marginsOf(computed, around)
  const containingBlock = Math.max(0, around - margins[1] - margins[3])
  const isTable = 'kind' in block.content && block.content.kind === 'rows'
  const given = outerSize(computed.width, computed, inset, around)
  if (given !== undefined) {
    const clamped = clampWidth(given, computed, inset, around)
    return isTable ? Math.max(clamped, flow.contentRange(block).min + inset) : clamped
  }
  if (!isTable && !shrinksToFit(computed)) return clampWidth(containingBlock, computed, inset, around)
  const range = flow.contentRange(block)
  const fitting = Math.min(range.max + inset, Math.max(range.min + inset, containingBlock))
  return clampWidth(fitting, computed, inset, around)
}

function shrinksToFit({ display, float }: ComputedStyle): boolean {
  return float !== 'none' || display === 'inline-block' || display === 'inline-table'
}

/** True if child margins do not collapse through the box. */
function holdsMargins({ computed, content, isRoot }: Box): boolean {
  const isTable = 'kind' in content && content.kind === 'rows'
  return (
    isRoot === true || isTable || shrinksToFit(computed) || computed.display === 'table-cell' || computed.hidesOverflow
  )
}

// CSS 2.1, section 10.3.3; without auto margins, the inherited `align` attribute aligns the block.
function startOf(
  computed: ComputedStyle,
  { width: around, direction, blockAlign }: ContainingBlock,
  width: number,
): number {
  if (computed.float !== 'none' || computed.display.startsWith('inline')) return 0
  const [, right, , left] = marginsOf(computed, around)
  const free = around - width - left - right
  if (free <= 0) return direction === 'rtl' && free < 0 ? free + left : left
  const [autoLeft, autoRight] = [computed.margin[3] === 'auto', computed.margin[1] === 'auto']
  if (autoLeft && autoRight) return left + free / 2
  if (autoLeft) return left + free
  if (autoRight) return left
  if (blockAlign === 'center') return left + free / 2
  if (blockAlign === 'right' || (direction === 'rtl' && blockAlign !== 'left')) return left + free
  return left
}
