import type { EmailDocument, Node } from '../../engines/document/index.ts'
import { type Spot, outlineOf } from '../state/index.ts'

/** Marks what the canvas shows where the email shows nothing: an empty column, a picture without an address, what is hidden. */
export const standInMark = 'data-stand-in'

/** Finds stand-ins, and cells of blocks that have nothing to draw yet, such as a picture without an address. */
export const unseen = `[${standInMark}], tr:not([${standInMark}]) > td[data-n]:empty`

/** Takes all stand-ins out: what is left is the email. */
export function removeStandIns(canvas: Document): void {
  for (const element of canvas.querySelectorAll(`[${standInMark}]`)) element.remove()
}

/** Puts something to see and take hold of where a node draws nothing. */
export function addStandIns(canvas: Document, document: EmailDocument): void {
  const drawn = new Set<string>()
  for (const element of canvas.querySelectorAll('[data-n]')) drawn.add(element.getAttribute('data-n') ?? '')
  const { spots } = outlineOf(document)
  for (const [id, spot] of spots) {
    if (drawn.has(id)) {
      if (spot.node.type === 'column' && isEmpty(spot.node)) addRow(canvas, elementOf(canvas, id), 'column')
    } else if (drawn.has(spot.parent) && spots.get(spot.parent)?.node.type === 'column') {
      addBlock(canvas, spot)
      drawn.add(id)
    }
  }
}

function isEmpty(node: Node): boolean {
  return node.type === 'column' && (node as { blocks?: unknown[] }).blocks?.length === 0
}

function addBlock(canvas: Document, { node, parent, index, siblings }: Spot): void {
  const following = siblings.slice(index + 1).map(({ id }) => elementOf(canvas, id)?.closest('tr'))
  const row = addRow(canvas, elementOf(canvas, parent), kindOf(node), following.find((one) => one != null) ?? undefined)
  row?.firstElementChild?.setAttribute('data-n', node.id)
}

function kindOf({ hide, when }: Node): 'hidden' | 'block' {
  return hide !== undefined || when !== undefined ? 'hidden' : 'block'
}

function addRow(canvas: Document, column: Element | null, kind: string, before?: Element): Element | undefined {
  const body = before?.parentElement ?? (column === null ? undefined : bodyOf(column))
  if (body === undefined || body === null) return undefined
  const row = canvas.createElement('tr')
  row.setAttribute(standInMark, kind)
  row.append(canvas.createElement('td'))
  body.insertBefore(row, before ?? null)
  return row
}

// The table that holds the blocks: the innermost one that is not inside a block.
function bodyOf(column: Element): Element {
  let table = column.localName === 'table' ? column : (column.querySelector('table') ?? column)
  for (;;) {
    const cell = table.querySelector(':scope > tbody > tr > td:only-child:not([data-n])')
    const inner = cell?.querySelector(':scope > table')
    if (inner === null || inner === undefined) break
    table = inner
  }
  return table.querySelector(':scope > tbody') ?? table
}

function elementOf(canvas: Document, id: string): Element | null {
  return canvas.querySelector(`[data-n="${CSS.escape(id)}"]`)
}
