import { type Box, type Insets, addInsets } from '../boxes/box.ts'
import { type InputNode, assign, mobileOf, styleWith } from './style.ts'

/**
 * Converts a row of plain texts to a table of one row, where columns cannot nest deeper; undefined for any other content.
 */
export function tableOfRow(row: Box, outer: Insets): InputNode | undefined {
  if (row.children.length > 12 || Object.keys(row.face).length > 0) return undefined
  const cells = row.children.map(textIn)
  const [first] = cells
  if (first === undefined || cells.some((cell) => cell === undefined)) return undefined
  const style = { ...first.leaf.style }
  const size = style.size
  if (cells.some((cell) => cell?.leaf.style?.size !== size)) return undefined
  const total = row.children.reduce((sum, cell) => sum + cell.width, 0)
  const columns = cells.map((cell, index) => {
    const align = cell?.leaf.style?.align
    return {
      width: `${Math.max(1, Math.round(((row.children[index]?.width ?? 0) / Math.max(1, total)) * 100))}%`,
      ...(align === undefined || align === 'justify' ? {} : { align }),
    }
  })
  delete style.align
  const table: InputNode = { type: 'table', rows: [cells.map((cell) => cell?.leaf.draft?.['text'])], columns }
  const container = addInsets(outer, row.padding)
  return assign(table, {
    style: styleWith(
      { ...style, innerPadding: first.container.wide, border: { width: 0, style: 'solid', color: 'transparent' } },
      container.wide,
    ),
    mobile: mobileOf(undefined, container),
  })
}

function textIn(cell: Box): { leaf: Box; container: Insets } | undefined {
  let at = cell
  let container = addInsets(cell.margin, cell.padding)
  while (at.kind === 'stack' && at.children.length === 1) {
    if (Object.keys(at.face).length > 0 || at.when !== undefined || at.each !== undefined) return undefined
    at = at.children[0] as Box
    container = addInsets(container, addInsets(at.margin, at.padding))
  }
  const isText = at.kind === 'leaf' && at.draft?.type === 'text' && Object.keys(at.face).length === 0
  return isText && at.when === undefined && at.each === undefined ? { leaf: at, container } : undefined
}
