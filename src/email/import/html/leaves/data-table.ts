import type { RichText } from '../../../document/index.ts'
import { readBorder, readBox, readColor, readPercent } from '../../css/values.ts'
import type { Box } from '../boxes/box.ts'
import { type Element, elementsOf } from '../../tree/dom.ts'
import { type InheritedStyle, isInline, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import { readAtoms } from './atoms.ts'
import { leafBox } from './raw.ts'
import { collapseSpace, commonStyle, paragraphOf, textStyle, writeRuns } from './text.ts'

interface Cell {
  value: RichText
  inherited: InheritedStyle
  element: Element
}

/** Converts a data table with a header row whose cells contain uniformly styled text; undefined for every other table. */
export function readDataTable(
  page: Page,
  table: Element,
  rows: readonly Element[][],
  { inherited, width }: { inherited: InheritedStyle; width: number },
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
  const read = rows.map((cells) => cells.map((cell) => readCell(page, cell, inherited)))
  if (read.some((cells) => cells.some((cell) => cell === undefined))) return undefined
  const cells = read as Cell[][]
  const first = cells[1]?.[0] as Cell
  if (
    cells
      .slice(1)
      .some((row) =>
        row.some(
          (cell) => cell.inherited.size !== first.inherited.size || cell.inherited.color !== first.inherited.color,
        ),
      )
  )
    return undefined
  const css = cssOf(page, first.element).base
  if (rows.some((row) => row.some((cell) => isFaced(page, cell, first.inherited)))) return undefined
  const style = textStyle(first.inherited)
  style.innerPadding = readBox('padding', (name) => css[name], width, first.inherited.size)
  const border = readBorder((name) => css[name], first.inherited.size, first.inherited.color)
  style.border = { width: border?.width ?? 0, style: border?.style ?? 'solid', color: border?.color ?? '#d0d7de' }
  delete style.align
  const columns = (cells[1] ?? []).map((cell, index) => {
    const align = cell.inherited.align
    const titled = cells[0]?.[index]
    const declaredPercent = titled === undefined ? undefined : readPercent(cssOf(page, titled.element).base['width'])
    return {
      ...(align === undefined || align === 'justify' ? {} : { align }),
      ...(declaredPercent === undefined || declaredPercent < 1 ? {} : { width: `${Math.round(declaredPercent)}%` }),
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
  const inherited = styleInside(element, cssOf(page, element).base, around, page.isQuirky)
  const atoms = collapseSpace(readAtoms(page, element.children, inherited))
  if (atoms.some((atom) => atom.kind === 'image' || atom.kind === 'button' || atom.kind === 'unsupported'))
    return undefined
  const common = commonStyle(atoms, inherited, page.isQuirky)
  return { value: paragraphOf(writeRuns(atoms, common)), inherited: { ...common, align: inherited.align }, element }
}

// True for a background or a vertical border; lines above and below do not count.
function isFaced(page: Page, cell: Element, inherited: InheritedStyle): boolean {
  const css = cssOf(page, cell).base
  const row = cell.parent === undefined ? {} : cssOf(page, cell.parent).base
  const color = readColor(css['background-color']) ?? readColor(row['background-color']) ?? 'transparent'
  const border = readBorder((name) => css[name], inherited.size, inherited.color)
  return (
    color !== 'transparent' ||
    (border !== undefined && border.sides?.some((side) => side === 'left' || side === 'right') !== false)
  )
}
