import { type Node, type Row, childrenOf } from '../../email/document/index.ts'

/**
 * Marks placeholders for nodes that the email does not render: an empty column, an image without a URL, hidden nodes.
 */
const standInMark = 'data-stand-in'

/** Placeholders, and cells of blocks that render nothing yet, such as an image without a URL. */
export const unseen = `[${standInMark}], tr:not([${standInMark}]) > td[data-n]:empty`

/** Removes all placeholders. */
export function removeStandIns(part: globalThis.Node): void {
  if (!isParent(part)) return
  for (const element of part.querySelectorAll(`[${standInMark}]`)) element.remove()
}

/**
 * Adds a visible, draggable placeholder for each node of the row that renders nothing. `rendered` contains at least
 * the elements of the row.
 */
export function addStandIns(rendered: readonly ChildNode[], row: Row): void {
  const elements = elementsIn(rendered)
  const visit = (siblings: readonly Node[], parent: Node): void => {
    for (const [index, node] of siblings.entries()) {
      const element = elements.get(node.id)
      const column = parent.type === 'column' ? elements.get(parent.id) : undefined
      if (element === undefined && column !== undefined) {
        elements.set(node.id, addBlock(elements, column, { node, following: siblings.slice(index + 1) }))
      } else if (element !== undefined && isEmpty(node)) addRow(element, 'column')
      visit(childrenOf(node) ?? [], node)
    }
  }
  visit(childrenOf(row) ?? [], row)
}

function elementsIn(rendered: readonly ChildNode[]): Map<string, Element> {
  const elements = new Map<string, Element>()
  const add = (element: Element) => {
    const id = element.getAttribute('data-n')
    if (id !== null && !elements.has(id)) elements.set(id, element)
  }
  for (const node of rendered) {
    if (!isElement(node)) continue
    add(node)
    for (const element of node.querySelectorAll('[data-n]')) add(element)
  }
  return elements
}

// No instanceof: the nodes belong to the window of the frame.
function isElement(node: globalThis.Node): node is Element {
  return node.nodeType === 1
}

function isParent(node: globalThis.Node): node is globalThis.Node & ParentNode {
  return 'querySelectorAll' in node
}

function isEmpty(node: Node): boolean {
  return node.type === 'column' && (node as { blocks?: unknown[] }).blocks?.length === 0
}

function addBlock(
  elements: ReadonlyMap<string, Element>,
  column: Element,
  { node, following }: { node: Node; following: readonly Node[] },
): Element {
  const next = following.map(({ id }) => elements.get(id)?.closest('tr')).find((one) => one != null)
  const cell = addRow(column, kindOf(node), next ?? undefined)
  cell.setAttribute('data-n', node.id)
  return cell
}

function kindOf({ hide, when }: Node): 'hidden' | 'block' {
  return hide !== undefined || when !== undefined ? 'hidden' : 'block'
}

/** Inserts a row into a column; returns its cell. */
function addRow(column: Element, kind: string, before?: Element): Element {
  const body = before?.parentElement ?? bodyOf(column)
  const row = column.ownerDocument.createElement('tr')
  const cell = column.ownerDocument.createElement('td')
  row.setAttribute(standInMark, kind)
  row.append(cell)
  body.insertBefore(row, before ?? null)
  return cell
}

// The table of the blocks: the innermost one outside of any block.
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
