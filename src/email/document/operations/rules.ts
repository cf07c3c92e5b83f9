import { limits } from '../../../kernel/limits.ts'
import type { Node } from '../model.ts'
import { childLists, isInteractive } from '../walk.ts'
import type { InsertPosition } from './position.ts'

/** Why a node may not become a child of another (of the document itself, without a parent); undefined when it may. */
export function refusal(node: Node, parent: InsertPosition | undefined): string | undefined {
  const home = parent?.node.type ?? 'document'
  const wanted = childTypes.get(home)
  if (wanted === undefined) return `a ${home} holds no nodes`
  if (!wanted.fits(node.type)) return `a ${home} holds ${wanted.words}, not a ${node.type}`
  if (holdsColumns(node) && parent !== undefined && isNested(parent)) {
    return 'columns nest one level deep: a columns block cannot stand inside another'
  }
  if (holdsInteractive(node) && parent !== undefined && isInInteractive(parent)) {
    return 'an interactive block cannot stand inside another'
  }
  const loops = loopsAround(parent) + loopsInside(node)
  return loops > limits.loopDepth ? `loops nest at most ${limits.loopDepth} deep` : undefined
}

/** Why a node cannot have this many children; undefined when it can. */
export function countRefusal(parent: Node | undefined, count: number): string | undefined {
  if (parent?.type !== 'section' && parent?.type !== 'columns') return undefined
  if (count < 1) return `a ${parent.type} keeps at least one column; remove it as a whole`
  return count > limits.sectionColumns ? `a ${parent.type} has at most ${limits.sectionColumns} columns` : undefined
}

/** How many loops are around what is in a place. */
export function loopsAround(position: InsertPosition | undefined): number {
  return position === undefined
    ? 0
    : [...position.above, position.node].filter((node) => node.each !== undefined).length
}

/** Whether what is in a place is inside a columns block. */
export function isNested(position: InsertPosition): boolean {
  return position.node.type === 'columns' || position.above.some((node) => node.type === 'columns')
}

/** Whether what is in a place is inside an interactive block. */
export function isInInteractive(position: InsertPosition): boolean {
  return isInteractive(position.node) || position.above.some(isInteractive)
}

const structural = new Set(['section', 'group', 'module', 'column'])
const rows = new Set(['section', 'group', 'module'])

const columnsOnly = { fits: (type: string) => type === 'column', words: 'columns' }
const blocksOnly = { fits: (type: string) => !structural.has(type), words: 'blocks' }
const childTypes = new Map<string, { fits(type: string): boolean; words: string }>(
  Object.entries({
    document: { fits: (type) => rows.has(type), words: 'sections, groups and modules' },
    group: { fits: (type) => type === 'section', words: 'sections' },
    section: columnsOnly,
    columns: columnsOnly,
    column: blocksOnly,
    dynamicList: blocksOnly,
  }),
)

function holdsColumns(node: Node): boolean {
  return node.type === 'columns' || childLists(node).some((list) => list.some(holdsColumns))
}

/** Whether a node is an interactive block or holds one. */
function holdsInteractive(node: Node): boolean {
  return isInteractive(node) || childLists(node).some((list) => list.some(holdsInteractive))
}

/** The deepest nesting of loops in a node, itself included. */
export function loopsInside(node: Node): number {
  let maxDepth = 0
  for (const list of childLists(node)) for (const child of list) maxDepth = Math.max(maxDepth, loopsInside(child))
  return maxDepth + (node.each === undefined ? 0 : 1)
}
