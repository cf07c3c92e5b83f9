import { type NodeId, rootId, type Node, type EmailDocument } from '../model.ts'
import { type OtherKey, othersOf } from '../walk.ts'
import { type InsertPosition, findPosition } from './position.ts'
import type { Reading } from '../reading/reading.ts'
import { setProperties } from './properties.ts'

/** A list of nodes in operations: the children of a node or of the document, or an alternative list. */
interface Home {
  id: NodeId
  other: OtherKey | undefined
}

/** Parses a parent: `root`, a node id, or a node id with `/else` or `/fallback` for its alternative blocks. */
export function readHome(parent: NodeId): Home {
  const [, id = parent, other] = /^([^/]*)\/(else|fallback)$/.exec(parent) ?? []
  return { id, other: other as OtherKey | undefined }
}

/** Formats the parent of a list for operations. */
export function homeId(id: NodeId, other: OtherKey | undefined): NodeId {
  return other === undefined ? id : `${id}/${other}`
}

/** The list that contains a node, as the parent in operations. */
export function homeOf({ above, steps }: InsertPosition): NodeId {
  return homeId(above.at(-1)?.id ?? rootId, steps.at(-1)?.other)
}

/** Undefined without such a list. */
export function othersIn(node: Node, other: OtherKey): readonly Node[] | undefined {
  return othersOf(node).find((list) => list.other === other)?.nodes
}

/**
 * Replaces alternative blocks of a node with the result of `change`. They are validated as in a set operation. `from` is the
 * index of the first new block.
 */
export function changeOthers(
  document: EmailDocument,
  { change, from, parent }: { change(blocks: readonly Node[]): readonly Node[]; from: number; parent: string },
  reading: Reading,
): EmailDocument | undefined {
  const { id, other } = readHome(parent)
  const position = findPosition(document, id)
  if (position === undefined || other === undefined) return reading.problem(`no node has the id ${id}`, 'parent')
  const blocks = othersIn(position.node, other)
  if (blocks === undefined) return reading.problem(missing[other], 'parent')
  const list = change(blocks)
  const props = other === 'fallback' ? { fallback: list } : { each: { ...position.node.each, else: list } }
  const before = reading.issues.length
  const applied = setProperties(document, { op: 'set', id, props }, reading)
  for (const issue of reading.issues.slice(before)) {
    issue.path = issue.path.replace(
      /\/props\/(?:fallback|each\/else)\/(\d+)/,
      (_, at: string) => `/nodes/${Math.max(0, Number(at) - from)}`,
    )
  }
  return applied?.document
}

const missing: Readonly<Record<OtherKey, string>> = {
  else: 'the node has no content for an empty loop; first set its each with else',
  fallback: 'the block generates its fallback; first set its fallback to a list of blocks',
}
