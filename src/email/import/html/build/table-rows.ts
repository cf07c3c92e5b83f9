import { type ExtractedTag, isLogic, opensRegion, repeats, splitTags } from '../../tags/extracted.ts'
import { type Element, type Node, type Text, isBlankNode } from '../../tree/dom.ts'
import type { Page } from '../page.ts'
import { type Region, regionOf } from '../regions.ts'
import { conditionFor } from '../apply-region.ts'

/** A row of a table with the template regions around it. */
export interface TableRow {
  element: Element
  cells: Element[]
  /** Template regions around the row, outermost first. */
  regions: Element[]
  loops: ReadonlyMap<Element, Element>
  /** Source range of template tags between rows, if this is not a row. */
  source?: Pick<Element, 'start' | 'end'>
}

/**
 * Collects the rows of a table from its row groups. Undefined if only HTML expresses the content between them, or a loop
 * over cells that are aligned with those of other rows.
 */
export function rowsIn(page: Page, table: Element): TableRow[] | undefined {
  const rows: TableRow[] = []
  if (!addRows(page, table.children, { regions: [], rows })) return undefined
  if (rows.length > 0 && rows.every(({ source }) => source !== undefined)) return undefined
  return rows.length > 1 && rows.some(({ loops }) => loops.size > 0) ? undefined : rows
}

interface Gathered {
  regions: Element[]
  rows: TableRow[]
}

const parts = new Set(['tbody', 'thead', 'tfoot', 'form', 'center'])
const noLoops: TableRow['loops'] = new Map()

function addRows(page: Page, nodes: readonly Node[], { regions, rows }: Gathered): boolean {
  return nodes.every((node) => {
    if (node.kind === 'text') return isBlankNode(node) || addTags(page, node, { regions, rows })
    if (node.name === 'tr') return addRow(node, { regions, rows })
    const region = regionOf(node)
    if (region !== undefined) return addRegion(page, node, region, { regions, rows })
    if (parts.has(node.name)) return addRows(page, node.children, { regions, rows })
    if (node.name === 'td' || node.name === 'th') {
      // A cell without a row gets its own.
      rows.push({ element: node, cells: [node], regions, loops: noLoops })
      return true
    }
    return node.name === 'col' || node.name === 'colgroup' || node.name === 'meta' || node.name === 'style'
  })
}

function addRow(row: Element, { regions, rows }: Gathered): boolean {
  const plain = cellsIn(row)
  if (plain !== undefined) rows.push({ element: row, ...plain, regions })
  else for (const mode of modesOf(row)) rows.push({ element: row, ...mode, regions: [...regions, ...mode.regions] })
  return plain !== undefined || rows.at(-1)?.element === row
}

function addRegion(page: Page, node: Element, region: Region, { regions, rows }: Gathered): boolean {
  if (!isConvertible(region)) return false
  const { choice } = region
  if (region.kind !== 'native' || choice.branches.some(({ children }) => children.some((child) => !isBlankNode(child))))
    return addRows(page, node.children, { regions: [...regions, node], rows })
  // Without any content of its own, the region renders content from elsewhere.
  if (region.index === 0) addSource({ start: choice.from, end: choice.to }, node, { regions, rows })
  return true
}

function isConvertible(region: Region): boolean {
  return region.kind === 'each' || conditionFor(region) !== undefined
}

// Template tags between rows are kept verbatim as rows, inside the tags of a table.
function addTags(page: Page, node: Text, gathered: Gathered): boolean {
  for (const part of splitTags(node.text, page.tags)) {
    if (typeof part === 'string' ? part.trim() !== '' : !isContent(part)) return false
  }
  if (splitTags(node.text, page.tags).some((part) => typeof part === 'object' && part.kind !== 'comment'))
    addSource(node, node.parent, gathered)
  return true
}

function isContent(tag: ExtractedTag): boolean {
  return !opensRegion(tag) && !isLogic(tag) && tag.kind !== 'else' && tag.kind !== 'end' && !('isElse' in tag)
}

function addSource(
  { start, end }: Pick<Element, 'start' | 'end'>,
  element: Element,
  { regions, rows }: Gathered,
): void {
  const last = rows.at(-1)
  const isNext =
    last?.source !== undefined && last.regions.length === regions.length && last.regions.at(-1) === regions.at(-1)
  if (isNext) last.source = { start: last.source?.start ?? start, end }
  else rows.push({ element, cells: [], regions, loops: noLoops, source: { start, end } })
}

function cellsIn(row: Element): Pick<TableRow, 'cells' | 'loops'> | undefined {
  const cells: Element[] = []
  const loops = new Map<Element, Element>()
  for (const child of row.children) {
    if (child.kind === 'text') {
      if (child.text.trim() !== '') return undefined
      continue
    }
    const region = regionOf(child)
    if (region !== undefined && repeats(region.open) && isConvertible(region)) {
      const inside = cellsIn(child)
      const [cell, more] = inside?.cells ?? []
      if (cell === undefined || more !== undefined || inside?.loops.size !== 0) return undefined
      loops.set(cell, child)
      cells.push(cell)
    } else if (child.name === 'td' || child.name === 'th') cells.push(child)
    else if (child.name !== 'meta' && child.name !== 'link') return undefined
  }
  return { cells, loops }
}

// A row whose cells all belong to branches of one choice becomes one row per branch.
function modesOf(row: Element): Pick<TableRow, 'cells' | 'loops' | 'regions'>[] {
  const modes: Pick<TableRow, 'cells' | 'loops' | 'regions'>[] = []
  for (const child of row.children) {
    if (child.kind === 'text') {
      if (child.text.trim() !== '') return []
      continue
    }
    const region = regionOf(child)
    const inside = region === undefined || repeats(region.open) || !isConvertible(region) ? undefined : cellsIn(child)
    if (inside === undefined) return []
    modes.push({ ...inside, regions: [child] })
  }
  const choices = new Set(modes.flatMap(({ regions }) => regions.map((one) => regionOf(one)?.choice)))
  return choices.size === 1 ? modes : []
}
