import type { RichText } from '../../../document/index.ts'
import { readBorder, readBox, readColor, readPercent } from '../../css/values.ts'
import type { Box } from '../boxes/box.ts'
import { type Element, elementsOf } from '../../tree/dom.ts'
import { type InheritedStyle, isInline, lookInside } from '../look.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import { readAtoms } from './atoms.ts'
import { leafBox } from './raw.ts'
import { collapseSpace, commonLook, paragraphOf, textStyle, writeRuns } from './text.ts'

interface Cell {
  value: RichText
  look: InheritedStyle
  element: Element
}

/** A table of data with a head, its cells words alike in look; undefined for every other table. */
export function readDataTable(
  page: Page,
  table: Element,
  rows: readonly Element[][],
  { look, width }: { look: InheritedStyle; width: number },
): Box | undefined {
  const [head, ...body] = rows
  if (head === undefined || body.length === 0 || head.length < 2 || head.length > 12 || rows.length > 500)
    return undefined
  if (
    !head.every(({ name }) => name === 'th') ||
    body.some((cells) => cells.length !== head.length || cells.some(({ name }) => name !== 'td'))
  )
    return undefined
  if (
    elementsOf(table).some(
      (child) => regionOf(child) !== undefined || elementsOf(child).some((one) => regionOf(one) !== undefined),
    )
  )
    return undefined
  const read = rows.map((cells) => cells.map((cell) => readCell(page, cell, look)))
  if (read.some((cells) => cells.some((cell) => cell === undefined))) return undefined
  const cells = read as Cell[][]
  const first = cells[1]?.[0] as Cell
  if (
    cells
      .slice(1)
      .some((row) => row.some((cell) => cell.look.size !== first.look.size || cell.look.color !== first.look.color))
  )
    return undefined
  const css = cssOf(page, first.element).base
  if (rows.some((row) => row.some((cell) => isFaced(page, cell, first.look)))) return undefined
  const style = textStyle(first.look)
  style.innerPadding = readBox('padding', (name) => css[name], width, first.look.size)
  const border = readBorder((name) => css[name], first.look.size, first.look.color)
  style.border = { width: border?.width ?? 0, style: border?.style ?? 'solid', color: border?.color ?? '#d0d7de' }
  delete style.align
  const columns = (cells[1] ?? []).map((cell, index) => {
    const align = cell.look.align
    const titled = cells[0]?.[index]
    const asked = titled === undefined ? undefined : readPercent(cssOf(page, titled.element).base['width'])
    return {
      ...(align === undefined || align === 'justify' ? {} : { align }),
      ...(asked === undefined || asked < 1 ? {} : { width: `${Math.round(asked)}%` }),
    }
  })
  const draft = {
    type: 'table',
    head: (cells[0] ?? []).map(({ value }) => value),
    rows: cells.slice(1).map((row) => row.map(({ value }) => value)),
    columns,
  }
  return leafBox(table, draft, { width, style })
}

function readCell(page: Page, element: Element, around: InheritedStyle): Cell | undefined {
  if (element.attributes['colspan'] !== undefined || elementsOf(element).some((child) => !isInline(child)))
    return undefined
  const look = lookInside(element, cssOf(page, element).base, around, page.isQuirky)
  const atoms = collapseSpace(readAtoms(page, element.children, look))
  if (atoms.some((atom) => atom.kind === 'image' || atom.kind === 'button' || atom.kind === 'unsayable'))
    return undefined
  const common = commonLook(atoms, look)
  return { value: paragraphOf(writeRuns(atoms, common)), look: { ...common, align: look.align }, element }
}

// A cell that is more than words above a line.
function isFaced(page: Page, cell: Element, look: InheritedStyle): boolean {
  const css = cssOf(page, cell).base
  const row = cell.parent === undefined ? {} : cssOf(page, cell.parent).base
  const color = readColor(css['background-color']) ?? readColor(row['background-color']) ?? 'transparent'
  const border = readBorder((name) => css[name], look.size, look.color)
  return (
    color !== 'transparent' ||
    (border !== undefined && border.sides?.some((side) => side === 'left' || side === 'right') !== false)
  )
}
