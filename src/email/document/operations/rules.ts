import { limits } from '../../../kernel/limits.ts'
import type { Node } from '../model.ts'
import { childLists, isInteractive } from '../walk.ts'
import type { InsertPosition } from './position.ts'

/** The reason why the parent (the document if undefined) cannot contain the node; undefined if it can. */
export function refusal(node: Node, parent: InsertPosition | undefined): string | undefined {
  const home = parent?.node.type ?? 'document'
  const wanted = childTypes.get(home)
  if (wanted === undefined) return `a ${home} cannot contain nodes`
  if (!wanted.fits(node.type)) return `a ${home} contains ${wanted.words}, not a ${node.type}`
  if (holdsColumns(node) && parent !== undefined && isNested(parent)) {
    return 'columns nest one level deep: a columns block cannot be inside another'
  }
  if (holdsInteractive(node) && parent !== undefined && isInInteractive(parent)) {
    return 'an interactive block cannot be inside another'
  }
  const loops = loopsAround(parent) + loopsInside(node)
  return loops > limits.loopDepth ? `loops nest at most ${limits.loopDepth} deep` : undefined
}

/** The reason why a node cannot have this many children; undefined if it can. */
export function countRefusal(parent: Node | undefined, count: number): string | undefined {
  if (parent?.type !== 'section' && parent?.type !== 'columns') return undefined
  if (count < 1) return `a ${parent.type} needs at least one column; remove it entirely`
  return count > limits.sectionColumns ? `a ${parent.type} has at most ${limits.sectionColumns} columns` : undefined
}

/** Number of loops around the children at a position. */
export function loopsAround(position: InsertPosition | undefined): number {
  return position === undefined
    ? 0
    : [...position.above, position.node].filter((node) => node.each !== undefined).length
}

/** True if the children at the position are inside a columns block. */
export function isNested(position: InsertPosition): boolean {
  return position.node.type === 'columns' || position.above.some((node) => node.type === 'columns')
}

/** True if the children at the position are inside an interactive block. */
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

/** True if the node or a descendant is an interactive block. */
function holdsInteractive(node: Node): boolean {
  return isInteractive(node) || childLists(node).some((list) => list.some(holdsInteractive))
}

/** Maximum nesting depth of loops in a node, including itself. */
export function loopsInside(node: Node): number {
  let maxDepth = 0
  for (const list of childLists(node)) for (const child of list) maxDepth = Math.max(maxDepth, loopsInside(child))
  return maxDepth + (node.each === undefined ? 0 : 1)
}
