import {
  type Box,
  type Insets,
  addInsets,
  hasFace,
  hasSideLine,
  insets,
  isPlainColor,
  isRepeated,
  noInsets,
} from '../boxes/box.ts'
import { rawBox, warnAt } from '../leaves/raw.ts'
import { draftSpacer } from '../../spacer.ts'
import { areOpposed } from '../regions.ts'
import type { Border, Style } from '../../../document/index.ts'
import { plainStyle } from '../inherited-style.ts'
import type { Page } from '../page.ts'
import { joinTexts } from './join.ts'
import { type InputNode, assign, markVisibility, mobileOf, styleWith } from './style.ts'
import { tableOfRow } from './row-table.ts'

/** Blocks with a box of their own inside the cell. */
const ownBox = new Set(['image', 'button', 'divider', 'video', 'code', 'table', 'columns'])
/** Blocks that continue a line at the side of their cell. */
const lined = new Set(['text', 'heading', 'spacer'])
/** Maximum number of columns side by side. */
const maxColumns = 6

/**
 * Converts a box inside a column to blocks. `around` is the space outside it; `depth` counts the enclosing columns blocks.
 * These nest once; deeper ones are kept as HTML.
 */
export function blocksOf(page: Page, box: Box, around: Insets, depth: number): InputNode[] {
  const outer = addInsets(around, box.margin)
  if (box.kind === 'leaf') return [leafOf(page, box, outer, depth)]
  if (box.kind === 'row') return repeated(page, box, rowBlocks(page, box, outer, depth), depth)
  if (hasFace(box)) return repeated(page, box, cardOf(page, box, outer, depth), depth)
  const blocks = blocksIn(page, box.children, addInsets(outer, box.padding), depth)
  return repeated(page, box, blocks, depth)
}

/** Converts boxes one below the other; the space around them goes to the first and the last. */
export function blocksIn(page: Page, boxes: readonly Box[], around: Insets, depth: number): InputNode[] {
  return joinTexts(distributeSpace(boxes, around).flatMap(({ box, own }) => blocksOf(page, box, own, depth)))
}

/** Distributes the space around a stack to its boxes; mutually exclusive boxes each get all of it. */
export function distributeSpace(boxes: readonly Box[], around: Insets): { box: Box; own: Insets }[] {
  const first = alternatives(boxes.slice(0, maxAlternatives))
  const last = alternatives(boxes.slice(-maxAlternatives).toReversed())
  const ownSides = ([top, right, bottom, left]: Insets['wide'], index: number): Insets['wide'] => [
    index < first ? top : 0,
    right,
    index >= boxes.length - last ? bottom : 0,
    left,
  ]
  return boxes.map((box, index) => ({
    box,
    own: { wide: ownSides(around.wide, index), narrow: ownSides(around.narrow, index) },
  }))
}

const maxAlternatives = 12

// Number of leading boxes with mutually exclusive conditions, any of which can be the first visible one.
function alternatives(boxes: readonly Box[]): number {
  let count = Math.min(1, boxes.length)
  if (boxes[0]?.when === undefined) return count
  const fits = (box: Box) =>
    boxes
      .slice(0, count)
      .every(({ when }) => when !== undefined && box.when !== undefined && areOpposed(when, box.when))
  while (count < boxes.length && fits(boxes[count] as Box)) count++
  return count
}

function leafOf(page: Page, box: Box, outer: Insets, depth: number): InputNode {
  const draft = { ...box.draft } as InputNode & { type: string }
  const faced = hasFace(box)
  const hasCapacity = outer.wide.some((side) => side > 0)
  if (faced && depth === 0 && (ownBox.has(draft.type) || hasCapacity)) {
    const { face: _face, margin: _margin, when: _when, hide: _hide, ...rest } = box
    const inside: Box = { ...rest, face: {}, margin: insets(0) }
    return markVisibility(card(page, { box, outer, children: [inside], padding: noInsets }), box)
  }
  const container = addInsets(outer, box.padding)
  assign(draft, {
    style: styleWith(box.style, container.wide, ownBox.has(draft.type) ? undefined : box.face),
    mobile: mobileOf(box.mobile, container),
    dark: box.dark,
  })
  return markVisibility(draft, box)
}

interface CardParts {
  box: Box
  outer: Insets
  children: readonly Box[]
  padding: Insets
}

// A background or border around several blocks becomes a column.
function card(page: Page, { box, outer, children, padding }: CardParts): InputNode {
  const column: InputNode = { type: 'column', width: { fr: 1 }, blocks: blocksIn(page, children, noInsets, 1) }
  assign(column, {
    style: styleWith(undefined, padding.wide, box.face),
    mobile: mobileOf(undefined, padding),
    dark: box.dark,
  })
  const block: InputNode = { type: 'columns', columns: [column], stack: 'stack' }
  return assign(block, { style: styleWith(undefined, outer.wide), mobile: mobileOf(undefined, outer) })
}

function cardOf(page: Page, box: Box, outer: Insets, depth: number): InputNode[] {
  if (depth === 0) return [card(page, { box, outer, children: box.children, padding: box.padding })]
  const blocks = blocksIn(page, box.children, box.padding, depth)
  const { background, border } = box.face
  if (border !== undefined && hasSideLine(box) && blocks.every(({ type }) => lined.has(String(type))))
    return withSideBorder(blocks, border, outer)
  const canHaveBackground = blocks.every((block) => !ownBox.has(String(block['type'])))
  if (!isPlainColor(box) || background === undefined || !canHaveBackground || outer.wide[1] + outer.wide[3] > 24)
    return [rawBlock(page, box, outer)]
  for (const block of blocks) {
    const style = (block['style'] ?? {}) as InputNode
    style['background'] ??= background
    block['style'] = style
  }
  return [...gap(outer.wide[0]), ...blocks, ...gap(outer.wide[2])]
}

// Each text block gets the line; the space on the left separates the line and the words.
function withSideBorder(blocks: InputNode[], border: Border, { wide }: Insets): InputNode[] {
  for (const block of blocks) {
    const style = (block['style'] ?? {}) as Style
    const [top, right, bottom, left] = style.padding ?? [0, 0, 0, 0]
    block['style'] = styleWith({ border, ...style }, [top, right + wide[1], bottom, left + wide[3]])
  }
  return [...gap(wide[0]), ...blocks, ...gap(wide[2])]
}

function gap(height: number): InputNode[] {
  return height < 1 ? [] : [draftSpacer(height)]
}

function rawBlock(page: Page, box: Box, outer: Insets): InputNode {
  const raw = rawBox(page, box.element, { inherited: plainStyle, width: box.width })
  return assign({ ...raw.draft }, { style: styleWith(raw.style, outer.wide), mobile: mobileOf(undefined, outer) })
}

function rowBlocks(page: Page, row: Box, outer: Insets, depth: number): InputNode[] {
  const [cell, more] = row.children
  if (depth > 0 && cell?.each !== undefined && more === undefined) {
    warnAt(page, row.element, 'LOOP_STACKED', 'Items that a loop repeats side by side are stacked.')
    return blocksOf(page, cell, addInsets(outer, row.padding), depth)
  }
  if (depth > 0 || row.children.length > maxColumns) {
    const table = tableOfRow(row, outer)
    return [table ?? rawBlock(page, row, outer)]
  }
  const container = addInsets(outer, row.padding)
  const block: InputNode = { type: 'columns', columns: columnsOf(page, row, 1), stack: row.stacking ?? 'stack' }
  return [
    assign(block, {
      style: styleWith(undefined, container.wide, row.face),
      mobile: mobileOf(undefined, container),
      dark: row.dark,
    }),
  ]
}

export function columnsOf(page: Page, row: Box, depth: number): InputNode[] {
  const total = row.children.reduce((sum, child) => sum + child.width, 0)
  const isEven = row.children.every((child) => Math.abs(child.width - total / row.children.length) < 1)
  // A column without alignment takes that of its neighbors.
  const isOnTop = row.children.every(({ valign = 'top' }) => valign === 'top')
  return row.children.map((cell) => {
    const blocks = cellBlocks(page, cell, depth)
    const column: InputNode = {
      type: 'column',
      width: isEven ? { fr: 1 } : { fr: ownSides(cell.width, total) },
      blocks: blocks.blocks,
    }
    assign(column, {
      align: isOnTop ? undefined : (cell.valign ?? 'top'),
      style: blocks.style,
      mobile: blocks.mobile,
      dark: cell.dark,
      each: cell.each,
    })
    return markVisibility(column, cell)
  })
}

function cellBlocks(page: Page, cell: Box, depth: number): { blocks: InputNode[]; style: unknown; mobile: unknown } {
  const hasCapacity = hasFace(cell) && cell.margin.wide.some((side) => side > 1)
  if (hasCapacity && depth === 0) {
    const { when: _when, hide: _hide, ...plain } = cell
    return { blocks: blocksOf(page, plain, noInsets, depth), style: undefined, mobile: undefined }
  }
  const container = addInsets(cell.margin, cell.padding)
  const inner = cell.kind === 'stack' ? cell.children : [{ ...cell, face: {}, margin: insets(0), padding: insets(0) }]
  // Space outside a background or border belongs to the column itself.
  return {
    blocks: blocksIn(page, inner, noInsets, depth),
    style: styleWith(undefined, container.wide, cell.face),
    mobile: mobileOf(undefined, container),
  }
}

function ownSides(width: number, total: number): number {
  return Math.max(0.01, Math.min(100, Math.round((width / Math.max(1, total)) * 10_000) / 100))
}

// Each of several blocks gets the condition; a loop needs one block around them.
function repeated(page: Page, box: Box, blocks: InputNode[], depth: number): InputNode[] {
  const [first] = blocks
  if (first === undefined || !isRepeated(box)) {
    for (const block of blocks) markVisibility(block, box)
    return blocks
  }
  if (blocks.length === 1 && first['each'] === undefined)
    return [markVisibility(assign(first, { each: box.each }), box)]
  const flat = blocks.map((block) => oneBelowTheOther(page, block, box))
  if (depth > 0 || flat.some((block) => block['type'] === 'columns')) return [rawBlock(page, box, noInsets)]
  return [markVisibility(assign(columnsAround(flat), { each: box.each }), box)]
}

// Columns cannot nest deeper, so a block is repeated instead of its column.
function oneBelowTheOther(page: Page, block: InputNode, box: Box): InputNode {
  const [column, other] = (block['type'] === 'columns' ? (block['columns'] as InputNode[]) : []) as InputNode[]
  const [only, more] = (column?.['blocks'] ?? []) as InputNode[]
  if (column?.['each'] === undefined || other !== undefined || only === undefined || more !== undefined) return block
  if (only['each'] !== undefined || only['when'] !== undefined || block['each'] !== undefined) return block
  warnAt(page, box.element, 'LOOP_STACKED', 'Items that a loop repeats side by side are stacked.')
  const padding = (block['style'] as Style | undefined)?.padding
  const style = padding === undefined ? only['style'] : { padding, ...(only['style'] as Style | undefined) }
  return assign({ ...only }, { each: column['each'], when: block['when'], style, hide: block['hide'] })
}

// Wraps blocks in one columns block.
function columnsAround(blocks: readonly InputNode[]): InputNode {
  return { type: 'columns', columns: [{ type: 'column', width: { fr: 1 }, blocks }], stack: 'stack' }
}

/** True if the row has a valid number of columns. */
export function isNarrowEnough(row: Box): boolean {
  return row.children.length <= maxColumns && row.children.length > 0
}
