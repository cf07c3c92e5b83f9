import { readColor, readLength, readPercent } from '../../css/values.ts'
import { isBlank } from '../../tree/blank.ts'
import { type Element, type Node, findElement, textOf } from '../../tree/dom.ts'
import { lookInside } from '../look.ts'
import { readButtonTable } from '../leaves/button.ts'
import { readDataTable } from '../leaves/data-table.ts'
import { isBlankNode, spacerOf } from '../leaves/inline.ts'
import { rawBox } from '../leaves/raw.ts'
import { type Page, cssOf } from '../page.ts'
import { type Region, regionOf } from '../regions.ts'
import { conditionFor, steerBox } from '../steer.ts'
import { holdsTag } from '../../tags/lifted.ts'
import { type Box, hasFace, insets } from '../boxes/box.ts'
import { boxOf, emptyBox } from './empty.ts'
import type { Room } from './room.ts'
import { columnWidths, spanOf } from '../boxes/columns.ts'
import { settleMargins } from '../boxes/margins.ts'
import { type Metrics, isSeen, naturalWidth, readMetrics } from '../boxes/metrics.ts'
import { place } from '../boxes/place.ts'

/** A row of a table and what the template does with it. */
interface TableRow {
  element: Element
  cells: Element[]
  regions: Element[]
}

/** The boxes of a table; `room.look` is the look inside it. */
export function buildTable(page: Page, table: Element, room: Room): Box[] {
  const button = readButtonTable(page, table, { look: room.around ?? room.look, width: room.width })
  if (button !== undefined) return [button]
  const rows = rowsIn(table)
  if (rows === undefined) return [rawBox(page, table, room)]
  const data = readDataTable(
    page,
    table,
    rows.map(({ cells }) => cells),
    room,
  )
  if (data !== undefined) return [data]
  const framed = room.isOpen ? frameCell(page, rows) : undefined
  if (framed !== undefined) return faced(page, table, room.block(page, framed, room), room)
  const metrics = readMetrics(page, table, room.look, room.width)
  const { width, isOpen } = tableWidth(page, table, metrics, room)
  const box = boxOf(table, metrics, width)
  const spacing = spacingOf(page, table)
  const edge = metrics.face.border === undefined ? 0 : metrics.face.border.width
  const inner = Math.max(20, width - metrics.padding.wide[1] - metrics.padding.wide[3] - 2 * edge - 2 * spacing)
  box.isFluid = metrics.width === undefined || metrics.isFluid
  box.isOpen = isOpen
  box.isFrame = room.isOpen && !isOpen
  const shown = rows.filter(({ cells, element }) => cells.some((cell) => isShown(page, cell)) && isShown(page, element))
  const widths = columnWidths(
    page,
    shown.map(({ cells }) => cells.filter((cell) => isShown(page, cell))),
    { width: inner, look: room.look },
  )
  let regions: Element[] = []
  for (const row of shown) {
    const built = buildRow(page, row, { ...room, width: isOpen ? page.width : inner, isOpen }, widths)
    if (spacing > 0)
      for (const one of built)
        one.margin = {
          wide: [
            one.margin.wide[0],
            one.margin.wide[1] + spacing,
            one.margin.wide[2] + spacing,
            one.margin.wide[3] + spacing,
          ],
          narrow: one.margin.narrow,
        }
    addRow(box, built, row.regions, regions, width)
    regions = row.regions
  }
  if (spacing > 0 && box.children.length > 0)
    box.padding = {
      wide: [box.padding.wide[0] + spacing, ...box.padding.wide.slice(1)] as never,
      narrow: box.padding.narrow,
    }
  if (!isOpen || metrics.width !== undefined) place(box, metrics, { width: room.width, look: room.around ?? room.look })
  settleMargins(box, true)
  if (box.children.length === 0) return emptyBox(box, metrics, room)
  return [box]
}

// Cells of white space on both sides of one that is a block of its own width: the oldest way to set a page in the middle.
function frameCell(page: Page, rows: readonly TableRow[]): Element | undefined {
  const [row, more] = rows
  if (row === undefined || more !== undefined || row.regions.length > 0 || row.cells.length < 2) return undefined
  const filled = row.cells.filter((cell) => !isBlankCell(page, cell))
  const [only] = filled
  return filled.length === 1 && only !== undefined && cssOf(page, only).base['display'] === 'block' ? only : undefined
}

function isBlankCell(page: Page, cell: Element): boolean {
  if (!isBare(page, cell) || cssOf(page, cell).base['width'] !== undefined || !isBlank(textOf(cell))) return false
  return findElement(cell, ({ name }) => name !== 'br' && name !== 'p' && name !== 'span') === undefined
}

function isShown(page: Page, element: Element): boolean {
  const css = cssOf(page, element)
  return css.base['display'] !== 'none' || (css.narrow?.['display'] !== undefined && css.narrow['display'] !== 'none')
}

// Rows that belong to one region of the template stand in one box, which carries its condition or loop.
function addRow(box: Box, built: Box[], regions: readonly Element[], before: readonly Element[], width: number): void {
  let home = box
  for (const [depth, element] of regions.entries()) {
    const last = home.children.at(-1)
    if (before[depth] === element && last !== undefined && last.element === element) {
      home = last
      continue
    }
    const inner: Box = {
      kind: 'stack',
      element,
      face: {},
      padding: insets(0),
      margin: insets(0),
      width,
      isFluid: true,
      children: [],
      isSealed: true,
    }
    steerBox(inner, regionOf(element))
    home.children.push(inner)
    home = inner
  }
  home.children.push(...built)
}

/** The rows of a table, through its parts; undefined when the template or the author put something else between them. */
function rowsIn(table: Element): TableRow[] | undefined {
  const rows: TableRow[] = []
  const visit = (nodes: readonly Node[], regions: Element[]): boolean =>
    nodes.every((node) => {
      if (node.kind === 'text') return isBlankNode(node) || (holdsTag(node.text) ? false : node.text.trim() === '')
      if (node.name === 'tr') {
        const cells = cellsIn(node)
        const ways = cells === undefined ? waysOf(node) : [{ cells, regions: [] }]
        for (const way of ways) rows.push({ element: node, cells: way.cells, regions: [...regions, ...way.regions] })
        return ways.length > 0
      }
      const region = regionOf(node)
      if (region !== undefined) return isSayable(region) && visit(node.children, [...regions, node])
      if (
        node.name === 'tbody' ||
        node.name === 'thead' ||
        node.name === 'tfoot' ||
        node.name === 'form' ||
        node.name === 'center'
      )
        return visit(node.children, regions)
      if (node.name === 'td' || node.name === 'th') {
        // A cell without a row gets one of its own.
        rows.push({ element: node, cells: [node], regions })
        return true
      }
      return node.name === 'col' || node.name === 'colgroup' || node.name === 'meta' || node.name === 'style'
    })
  return visit(table.children, []) ? rows : undefined
}

function isSayable(region: Region): boolean {
  return region.kind === 'each' || conditionFor(region) !== undefined
}

function cellsIn(row: Element): Element[] | undefined {
  const cells: Element[] = []
  for (const child of row.children) {
    if (child.kind === 'text') {
      if (child.text.trim() !== '') return undefined
    } else if (child.name === 'td' || child.name === 'th') cells.push(child)
    else if (child.name !== 'meta' && child.name !== 'link') return undefined
  }
  return cells
}

// A row whose cells are all in branches of one choice is a row for each branch.
function waysOf(row: Element): { cells: Element[]; regions: Element[] }[] {
  const ways: { cells: Element[]; regions: Element[] }[] = []
  for (const child of row.children) {
    if (child.kind === 'text') {
      if (child.text.trim() !== '') return []
      continue
    }
    const region = regionOf(child)
    const cells = region === undefined || region.kind === 'each' || !isSayable(region) ? undefined : cellsIn(child)
    if (cells === undefined) return []
    ways.push({ cells, regions: [child] })
  }
  const choices = new Set(ways.flatMap(({ regions }) => regions.map((one) => regionOf(one)?.choice)))
  return choices.size === 1 ? ways : []
}

function tableWidth(page: Page, table: Element, metrics: Metrics, room: Room): { width: number; isOpen: boolean } {
  const { margin } = metrics
  const most = room.isOpen ? page.width : Math.max(20, room.width - margin.wide[1] - margin.wide[3])
  const css = cssOf(page, table).base
  if (metrics.width !== undefined) {
    if (room.isOpen && metrics.width > page.width + 1) return { width: page.width, isOpen: true }
    return { width: Math.min(metrics.width, most), isOpen: false }
  }
  if (readPercent(css['width']) !== undefined) return { width: most, isOpen: room.isOpen }
  // Without a width a table is as wide as what is in it.
  const natural = naturalWidth(page, table, room.look) * 1.05
  if (natural >= most * 0.97) return { width: most, isOpen: room.isOpen }
  if (room.isOpen && natural < 200) return { width: most, isOpen: true }
  metrics.width = natural
  return { width: natural, isOpen: false }
}

function spacingOf(page: Page, table: Element): number {
  const css = cssOf(page, table).base
  if (css['border-collapse'] === 'collapse') return 0
  const own = css['border-spacing'] ?? table.attributes['cellspacing']
  return own === undefined ? 2 : (readLength(own.split(/\s/)[0]) ?? 0)
}

function buildRow(page: Page, row: TableRow, room: Room, widths: readonly number[]): Box[] {
  const { element } = row
  const look = lookInside(element, cssOf(page, element).base, room.look, page.isQuirky)
  const cells = row.cells.filter((cell) => isShown(page, cell))
  if (cells.length === 1 || widths.length < 2) {
    const built = cells.flatMap((cell) => buildCell(page, cell, { ...room, look }))
    return element.name === 'tr' ? faced(page, element, built, { ...room, look }) : built
  }
  let column = 0
  const sized = cells.map((cell) => {
    const span = spanOf(cell)
    const width = widths.slice(column, column + span).reduce((sum, one) => sum + one, 0)
    column += span
    return { cell, width }
  })
  if (!cells.some((cell) => isSeen(page, cell))) {
    const tallest = Math.max(...cells.map((cell) => readLength(cssOf(page, cell).base['height']) ?? 0))
    if (tallest < 1) return []
    if (cells.every((cell) => isBare(page, cell))) return [spacerOf(element, tallest, room.width)]
  }
  return faced(page, element, [rowBox(page, element, sized, { ...room, look })], { ...room, look })
}

function isBare(page: Page, cell: Element): boolean {
  const { base } = cssOf(page, cell)
  return readColor(base['background-color']) === undefined && base['border-top-style'] === undefined
}

// The face of a tr lies behind its cells.
function faced(page: Page, element: Element, built: Box[], room: Room): Box[] {
  const { face } = readMetrics(page, element, room.look, room.width)
  const region = cssOf(page, element)
  const hide =
    region.base['display'] === 'none' ? 'desktop' : region.narrow?.['display'] === 'none' ? 'mobile' : undefined
  for (const box of built) {
    if (hide !== undefined) box.hide = hide
    if (face.background !== undefined && !hasFace(box)) box.face = { background: face.background }
  }
  return built
}

function buildCell(page: Page, cell: Element, room: Room): Box[] {
  const css = cssOf(page, cell)
  const padding = cellPadding(cell)
  if (padding > 0) for (const side of ['top', 'right', 'bottom', 'left']) css.base[`padding-${side}`] ??= `${padding}px`
  delete css.base['width']
  delete css.base['max-width']
  for (const side of ['top', 'right', 'bottom', 'left']) delete css.base[`margin-${side}`]
  const built = room.block(page, cell, room)
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
}

// Cells that show nothing are room beside those that do.
function rowBox(page: Page, element: Element, sized: readonly SizedCell[], room: Room): Box {
  const children: Box[] = []
  let before = 0
  for (const { cell, width } of sized) {
    const built = buildCell(page, cell, { ...room, width, isOpen: false })
    const isEmpty = built.every((box) => box.draft?.type === 'spacer' && !hasFace(box))
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
    children.push(box)
  }
  const row: Box = {
    kind: children.length === 1 ? 'stack' : 'row',
    element,
    face: {},
    padding: insets(0, 0, 0, before),
    margin: insets(0),
    width: room.width,
    isFluid: true,
    children,
    stacking: stackingOf(
      page,
      sized.map(({ cell }) => cell),
    ),
    isSealed: true,
  }
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
  return displays.some((display) => display !== undefined && display !== 'none' && display !== 'table-cell')
    ? 'stack'
    : 'keep'
}
