import { type NodeId, rootId } from '../model.ts'
import type { Node } from '../model.ts'
import { type OtherKey, othersOf } from '../walk.ts'
import type { InsertPosition } from './position.ts'

/** A list of nodes as operations name it: the children of a node or of the document, or what a node shows instead. */
export interface Home {
  id: NodeId
  other: OtherKey | undefined
}

/** Reads a parent: `root`, the id of a node, or that with `/else` or `/fallback` for what its loop or it shows instead. */
export function readHome(parent: NodeId): Home {
  const [, id = parent, other] = /^([^/]*)\/(else|fallback)$/.exec(parent) ?? []
  return { id, other: other as OtherKey | undefined }
}

/** The words by which operations name a list. */
export function homeId(id: NodeId, other: OtherKey | undefined): NodeId {
  return other === undefined ? id : `${id}/${other}`
}

/** How operations name the list that a node is in. */
export function homeOf({ above, steps }: InsertPosition): NodeId {
  return homeId(above.at(-1)?.id ?? rootId, steps.at(-1)?.other)
}

/** What a node shows instead; undefined when it has no such list. */
export function othersIn(node: Node, other: OtherKey): readonly Node[] | undefined {
  return othersOf(node).find((list) => list.other === other)?.nodes
}
