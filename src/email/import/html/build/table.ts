import { readLength } from '../../css/values.ts'
import { isBlank, type Element, findElement, textOf } from '../../tree/dom.ts'
import { type Box, addInsets, cellOf, hasFace, insets } from '../boxes/box.ts'
import { columnWidths } from '../boxes/columns.ts'
import { collapseMargins, place } from '../boxes/margins.ts'
import { type Metrics, readMetrics } from '../boxes/metrics.ts'
import { readButtonTable } from '../leaves/button.ts'
import { readDataTable } from '../leaves/data-table.ts'
import { readDividerTable } from '../leaves/divider.ts'
import { rawBox, warnAt } from '../leaves/raw.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import { applyRegion } from '../apply-region.ts'
import { boxOf, emptyBox } from './empty.ts'
import { readIconTable } from './icons.ts'
import { applyWidth, placeOf, spacingOf, tableWidth } from './widths.ts'
import type { Container } from './container.ts'
import { buildRow, faced, isBare, isShown } from './table-row.ts'
import { type TableRow, rowsIn } from './table-rows.ts'

/** `container.inherited` is the style inside the table. */
export function buildTable(page: Page, table: Element, container: Container): Box[] {
  const around = { inherited: container.around ?? container.inherited, width: container.width }
  const leaf =
    readButtonTable(page, table, around) ?? (container.isOpen ? undefined : readDividerTable(page, table, around))
  if (leaf !== undefined) return [leaf]
  const rows = rowsIn(page, table)
  if (rows === undefined) return [rawBox(page, table, container)]
  const repeated = repeatedButton(page, table, rows, container)
  if (repeated !== undefined) return [repeated]
  const icons = readIconTable(page, table, rows, container)
  if (icons !== undefined) return [icons]
  const isPlain = rows.every(({ loops, regions, source }) => loops.size + regions.length === 0 && source === undefined)
  const cells = rows.map((row) => row.cells)
  const data = isPlain ? readDataTable(page, table, cells, container) : undefined
  if (data !== undefined) return [data]
  const framed = container.isOpen ? frameCell(page, rows) : undefined
  if (framed !== undefined) return framedBoxes(page, table, framed, container)
  const metrics = readMetrics(page, table, container.inherited, container.width)
  const { width, isOpen } = tableWidth(page, table, metrics, {
    ...container,
    isShared: rows.some(({ loops }) => loops.size > 0),
  })
  const box = boxOf(table, metrics, width)
  const spacing = spacingOf(page, table)
  const edge = metrics.face.border === undefined ? 0 : metrics.face.border.width
  const inner = Math.max(20, width - metrics.padding.wide[1] - metrics.padding.wide[3] - 2 * edge - 2 * spacing)
  box.isFluid = metrics.width === undefined || metrics.isFluid
  box.isOpen = isOpen
  box.isFrame = container.isOpen && !isOpen
  const shown = rows.filter(
    (row) => row.source !== undefined || (row.cells.some((cell) => isShown(page, cell)) && isShown(page, row.element)),
  )
  const widths = columnWidths(
    page,
    shown.map((row) => row.cells.filter((cell) => isShown(page, cell))),
    { width: inner, inherited: container.inherited },
  )
  const requestedWidth = onlyCellWidth(page, shown)
  let regions: Element[] = []
  for (const row of shown) {
    const built = buildRow(page, row, { ...container, width: isOpen ? page.width : inner, isOpen }, widths)
    if (spacing > 0)
      for (const one of built)
        one.margin = {
          wide: [
            one.margin.wide[0],
            one.margin.wide[1] + spacing,
            one.margin.wide[2] + spacing,
            one.margin.wide[3] + spacing,
          ],
          narrow: [
            one.margin.narrow[0],
            one.margin.narrow[1] + spacing,
            one.margin.narrow[2] + spacing,
            one.margin.narrow[3] + spacing,
          ],
        }
    addRow(box, built, row.regions, regions, width)
    regions = row.regions
  }
  if (spacing > 0 && box.children.length > 0)
    box.padding = {
      wide: [box.padding.wide[0] + spacing, ...box.padding.wide.slice(1)] as never,
      narrow: [box.padding.narrow[0] + spacing, ...box.padding.narrow.slice(1)] as never,
    }
  if (!isOpen || metrics.width !== undefined)
    place(box, metrics, { width: container.width, inherited: container.around ?? container.inherited })
  collapseMargins(box, true)
  if (box.children.length === 0) return emptyBox(box, metrics, container)
  if (!isOpen) emitImage(page, box, metrics, { ...container, requestedWidth })
  return [box]
}

// Only its cell is between the table and its one image.
function emitImage(
  page: Page,
  box: Box,
  metrics: Metrics,
  container: Container & { requestedWidth: number | undefined },
): void {
  const [cell, other] = box.children
  const [only, more] = cell?.children ?? []
  if (cell === undefined || other !== undefined || only === undefined || more !== undefined || hasFace(cell)) return
  if (cell.when !== undefined || cell.each !== undefined || cell.hide !== undefined || cell.kind !== 'stack') return
  const inner = { ...box, children: [only] }
  if (!shrinkToButton(page, inner, metrics, container))
    applyWidth(page, inner, metrics, container, container.requestedWidth)
  if (inner.width === box.width && inner.margin === box.margin) return
  box.width = inner.width
  box.margin = inner.margin
  cell.width = inner.width
}

// A button that fills a table as wide as its content is as wide as its label, on phones too.
function shrinkToButton(page: Page, box: Box, metrics: Metrics, container: Container): boolean {
  const [only] = box.children
  if (only?.draft?.['fullWidth'] !== true || hasFace(box)) return false
  const { base, narrow } = cssOf(page, box.element)
  if ([base['width'], narrow?.['width']].some((width) => width !== undefined && width !== 'auto')) return false
  const { fullWidth: _, ...draft } = only.draft
  only.draft = draft
  only.style = { ...only.style, align: placeOf(box, metrics, container) }
  only.width = container.width
  box.width = container.width
  box.margin = metrics.margin
  return true
}

// Content width in px of the only cell of a table. It applies to phones, too, unless the style sheet overrides it.
function onlyCellWidth(page: Page, [row, more]: readonly TableRow[]): number | undefined {
  const [cell, other] = row?.cells ?? []
  if (cell === undefined || other !== undefined || more !== undefined) return undefined
  const { base, narrow } = cssOf(page, cell)
  return narrow?.['width'] === undefined ? readLength(base['width']) : undefined
}

// A table with one repeated button cell becomes repeated buttons, one below the other.
function repeatedButton(
  page: Page,
  table: Element,
  [row, more]: readonly TableRow[],
  container: Container,
): Box | undefined {
  const [loop] = row?.cells.length === 1 && more === undefined ? row.loops.values() : []
  if (loop === undefined) return undefined
  const button = readButtonTable(
    page,
    table,
    { inherited: container.around ?? container.inherited, width: container.width },
    loop,
  )
  const region = button === undefined ? undefined : regionOf(loop)
  if (button === undefined || region === undefined) return undefined
  const spacing = spacingOf(page, table)
  const box = { ...cellOf(button), element: loop, padding: insets(spacing, 0, spacing, 0) }
  if (!applyRegion(box, region)) return undefined
  warnAt(page, table, 'LOOP_STACKED', 'Items that a loop repeats side by side are stacked.')
  return box
}

// Empty cells on both sides of a block with its own width: the oldest way to center a page.
function frameCell(page: Page, rows: readonly TableRow[]): Element | undefined {
  const [row, more] = rows
  if (row === undefined || more !== undefined || row.regions.length + row.loops.size > 0 || row.cells.length < 2)
    return undefined
  const filled = row.cells.filter((cell) => !isBlankCell(page, cell))
  const [only] = filled
  return filled.length === 1 && only !== undefined && cssOf(page, only).base['display'] === 'block' ? only : undefined
}

function framedBoxes(page: Page, table: Element, framed: Element, container: Container): Box[] {
  const built = faced(page, table, container.block(page, framed, container), container)
  const { margin: around, padding } = readMetrics(page, table, container.inherited, container.width)
  const margin = addInsets(around, padding)
  const [first] = built
  const last = built.at(-1)
  const { wide, narrow } = margin
  if (first !== undefined)
    first.margin = addInsets(first.margin, { wide: [wide[0], 0, 0, 0], narrow: [narrow[0], 0, 0, 0] })
  if (last !== undefined)
    last.margin = addInsets(last.margin, { wide: [0, 0, wide[2], 0], narrow: [0, 0, narrow[2], 0] })
  return built
}

function isBlankCell(page: Page, cell: Element): boolean {
  if (!isBare(page, cell) || cssOf(page, cell).base['width'] !== undefined || !isBlank(textOf(cell))) return false
  return findElement(cell, ({ name }) => name !== 'br' && name !== 'p' && name !== 'span') === undefined
}

// Rows of one template region share a box that carries its condition or loop.
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
    applyRegion(inner, regionOf(element))
    home.children.push(inner)
    home = inner
  }
  home.children.push(...built)
}
