import {
  type EmailDocument,
  type Node,
  type NodeId,
  type ValueChange,
  compareDocuments,
} from '../../email/document/index.ts'
import { outlineOf } from '../state/index.ts'

export type ChangeKind = 'added' | 'removed' | 'moved' | 'changed'

export interface NodeChange {
  id: NodeId
  kinds: readonly ChangeKind[]
  /** The current node, or the former one if it was removed. */
  node: Node
  properties: readonly ValueChange[]
}

export interface Changes {
  /** In reading order; removed nodes at their former position. Descendants of added or removed nodes are not listed. */
  nodes: readonly NodeChange[]
  settings: readonly ValueChange[]
}

export function findChanges(then: EmailDocument, now: EmailDocument): Changes {
  const comparison = compareDocuments(then, now)
  const [before, after] = [outlineOf(then), outlineOf(now)]
  const found = new Map<NodeId, { kinds: ChangeKind[]; properties: readonly ValueChange[] }>()
  const note = (id: NodeId, kind: ChangeKind, properties: readonly ValueChange[] = []) => {
    const known = found.get(id) ?? { kinds: [], properties: [] }
    found.set(id, { kinds: [...known.kinds, kind], properties: [...known.properties, ...properties] })
  }
  for (const { id, within } of comparison.added) if (within === undefined) note(id, 'added')
  for (const { id, within } of comparison.removed) if (within === undefined) note(id, 'removed')
  for (const { id } of comparison.moved) note(id, 'moved')
  for (const { id, properties } of comparison.changed) note(id, 'changed', properties)
  const places = positionsOf(before.order, after.order)
  const nodes = [...found].flatMap(([id, change]): NodeChange[] => {
    const node = (after.entries.get(id) ?? before.entries.get(id))?.node
    return node === undefined ? [] : [{ id, node, ...change }]
  })
  nodes.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
  // Changes of an image's asset are listed with the image.
  return { nodes, settings: comparison.settings.filter(({ path }) => !path.startsWith('/assets')) }
}

// Removed nodes come after their former predecessor.
function positionsOf(then: readonly NodeId[], now: readonly NodeId[]): ReadonlyMap<NodeId, number> {
  const places = new Map(now.map((id, index) => [id, index]))
  let last = -1
  for (const id of then) {
    const target = places.get(id)
    if (target === undefined) places.set(id, last + 0.5)
    else last = Math.floor(target)
  }
  return places
}
