import { readColor, readLength, readPercent } from '../../css/values.ts'
import type { Element } from '../../tree/dom.ts'
import { type Box, hasFace, insets } from '../boxes/box.ts'
import { spanOf } from '../boxes/columns.ts'
import { hasVisibleContent, readMetrics } from '../boxes/metrics.ts'
import { spacerOf } from '../leaves/inline.ts'
import { rawRows } from '../leaves/raw.ts'
import { styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import { applyRegion } from '../apply-region.ts'
import { estimateHeight } from './estimate-height.ts'
import { isTurned, turn } from './direction.ts'
import type { Container } from './container.ts'
import type { TableRow } from './table-rows.ts'

/** `widths` are those of the columns, in px. */
export function buildRow(page: Page, row: TableRow, container: Container, widths: readonly number[]): Box[] {
  const { element, loops, source } = row
  if (source !== undefined) return [rawRows(page, source, container)]
  const inherited = styleInside(element, cssOf(page, element).base, container.inherited, page.isQuirky)
  const cells = row.cells.filter((cell) => isShown(page, cell))
  if (loops.size === 0 && (cells.length === 1 || widths.length < 2)) {
    const built = cells.flatMap((cell) => buildCell(page, cell, { ...container, inherited }))
    return element.name === 'tr' ? faced(page, element, built, { ...container, inherited }) : built
  }
  // Cells that are blocks are one below the other, as those of a vertical menu.
  if (loops.size === 0 && cells.every((cell) => cssOf(page, cell).base['display'] === 'block'))
    return faced(
      page,
      element,
      cells.flatMap((cell) => buildCell(page, cell, { ...container, inherited })),
      { ...container, inherited },
    )
  let column = 0
  const sized = cells.map((cell) => {
    const span = spanOf(cell)
    const width =
      cells.length === 1 ? container.width : widths.slice(column, column + span).reduce((sum, one) => sum + one, 0)
    column += span
    return { cell, width, loop: loops.get(cell) }
  })
  if (!cells.some((cell) => hasVisibleContent(page, cell))) {
    const declared = cells.map((cell) => readLength(cssOf(page, cell).base['height']) ?? 0)
    const spaces = cells.map((cell) => spaceIn(page, cell, { ...container, inherited }))
    const tallest = Math.max(...declared, ...spaces)
    if (tallest < 1) return []
    if (cells.every((cell) => isBare(page, cell))) return [spacerOf(element, tallest, container.width)]
  }
  return faced(page, element, [rowBox(page, element, sized, { ...container, inherited })], { ...container, inherited })
}

/** Height in px of a cell without visible content: its padding, and the line that a non-breaking space takes. */
function spaceIn(page: Page, cell: Element, container: Container): number {
  const height = buildCell(page, cell, container).reduce(
    (sum, box) => sum + estimateHeight(box, 'wide', container.width),
    0,
  )
  // A space of a font size of 0 is a spacer of 1 px, which documents have no smaller.
  return height < 2 ? 0 : height
}

/** True if a cell has neither background color nor border. */
export function isBare(page: Page, cell: Element): boolean {
  const { base } = cssOf(page, cell)
  return readColor(base['background-color']) === undefined && base['border-top-style'] === undefined
}

/** True if an element is visible on wide screens or phones. */
export function isShown(page: Page, element: Element): boolean {
  const css = cssOf(page, element)
  return css.base['display'] !== 'none' || (css.narrow?.['display'] !== undefined && css.narrow['display'] !== 'none')
}

/** Adds the background and border of their element, such as a tr, to the boxes. */
export function faced(page: Page, element: Element, built: Box[], container: Container): Box[] {
  const { face } = readMetrics(page, element, container.inherited, container.width)
  const region = cssOf(page, element)
  const hide =
    region.base['display'] === 'none' ? 'desktop' : region.narrow?.['display'] === 'none' ? 'mobile' : undefined
  for (const box of built) {
    if (hide !== undefined) box.hide = hide
    if (face.background !== undefined && !hasFace(box)) box.face = { background: face.background }
  }
  return built
}

function buildCell(page: Page, cell: Element, container: Container): Box[] {
  const css = cssOf(page, cell)
  const padding = cellPadding(cell)
  if (padding > 0) for (const side of ['top', 'right', 'bottom', 'left']) css.base[`padding-${side}`] ??= `${padding}px`
  delete css.base['width']
  delete css.base['max-width']
  for (const side of ['top', 'right', 'bottom', 'left']) delete css.base[`margin-${side}`]
  const built = container.block(page, cell, container)
  const valign = css.base['vertical-align']
  for (const box of built)
    box.valign = valign === 'top' || valign === 'bottom' ? valign : valign === 'baseline' ? 'top' : 'middle'
  return built
}

function cellPadding(cell: Element): number {
  for (let at = cell.parent; at !== undefined; at = at.parent) {
    if (at.name === 'table') return readLength(at.attributes['cellpadding']) ?? 1
  }
  return 0
}

interface SizedCell {
  cell: Element
  width: number
  loop: Element | undefined
}

// Empty cells become spacing of their neighbors.
function rowBox(page: Page, element: Element, sized: readonly SizedCell[], container: Container): Box {
  const children: Box[] = []
  let before = 0
  for (const { cell, loop, width } of sized) {
    const built = buildCell(page, cell, { ...container, width, isOpen: false })
    const isEmpty = loop === undefined && built.every((box) => box.draft?.type === 'spacer' && !hasFace(box))
    if (isEmpty) {
      const last = children.at(-1)
      if (last === undefined) before += width
      else widen(last, width)
      continue
    }
    const [only] = built
    const box: Box =
      built.length === 1 && only !== undefined && only.kind === 'stack'
        ? { ...only, width }
        : {
            kind: 'stack',
            element: cell,
            face: {},
            padding: insets(0),
            margin: insets(0),
            width,
            isFluid: true,
            children: built,
            isSealed: true,
          }
    const own = only?.valign
    if (own !== undefined) box.valign = own
    if (loop !== undefined) applyRegion(box, regionOf(loop))
    children.push(box)
  }
  const row: Box = {
    kind: children.length === 1 && !sized.some(({ loop }) => loop !== undefined) ? 'stack' : 'row',
    element,
    face: {},
    padding: insets(0, 0, 0, before),
    margin: insets(0),
    width: container.width,
    isFluid: true,
    children,
    stacking: stackingOf(
      page,
      sized.map(({ cell }) => cell),
    ),
    isSealed: true,
  }
  if (isTurned(page, element)) turn(row)
  return row
}

function widen(box: Box, by: number): void {
  const [top, right, bottom, left] = box.margin.wide
  box.margin = { wide: [top, right + by, bottom, left], narrow: box.margin.narrow }
  box.width += by
}

function stackingOf(page: Page, cells: readonly Element[]): 'stack' | 'reverse' | 'keep' {
  const displays = cells.map((cell) => cssOf(page, cell).narrow?.['display'])
  if (displays[0] === 'table-footer-group') return 'reverse'
  if (cells.length > 1 && displays.every((display) => display === 'inline-block') && fitInLine(page, cells))
    return 'keep'
  return displays.some((display) => display !== undefined && display !== 'none' && display !== 'table-cell')
    ? 'stack'
    : 'keep'
}

// The grid of Foundation gives cells shares of the line on phones, too; browsers ignore white space between them.
function fitInLine(page: Page, cells: readonly Element[]): boolean {
  const shares = cells.map((cell) => readPercent(cssOf(page, cell).narrow?.['width']))
  return shares.every((share) => share !== undefined) && shares.reduce((sum, share) => sum + share, 0) <= 100.5
}
