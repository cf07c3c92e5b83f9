import type { Block, Column, Node, NodeId, Row, SlotFilling } from '../model.ts'
import { listsOf, withList, withLists } from '../walk.ts'
import { idInside } from './fragment.ts'
import { isRecord } from '../reading/reading.ts'

/** Slot contents, and a record of the slots filled. */
export interface Filling {
  /** Keyed by the ids of the slots in the expanded document. */
  slots: ReadonlyMap<NodeId, SlotFilling>
  /** Slots that were found. */
  used: Set<NodeId>
}

/**
 * Fills the slots of a row: blocks go into a column or replace a block, properties override those of a block of their type.
 */
export function fillRow(row: Row, filling: Filling): Row {
  return filling.slots.size === 0 ? row : fillNode(row, filling)
}

function fillNode<T extends Node>(node: T, filling: Filling): T {
  const blocks = node.type === 'column' ? blocksOf(node as Column, filling) : undefined
  let result = node
  for (const { nodes, other } of listsOf(node)) {
    const filled = other === undefined ? blocks : undefined
    result = withList(result, other, filled ?? nodes.flatMap((child) => fillChild(child, filling)))
  }
  return result
}

function fillChild(node: Node, filling: Filling): Node[] {
  const wanted = node.type === 'column' ? undefined : filling.slots.get(node.id)
  if (wanted === undefined) return [fillNode(node, filling)]
  if (Array.isArray(wanted)) {
    filling.used.add(node.id)
    return within(node.id, wanted)
  }
  if (wanted.type !== node.type) return [fillNode(node, filling)]
  filling.used.add(node.id)
  return [fillNode({ ...node, ...wanted }, filling)]
}

function blocksOf(column: Column, { slots, used }: Filling): Block[] | undefined {
  const wanted = slots.get(column.id)
  if (!Array.isArray(wanted)) return undefined
  used.add(column.id)
  return within(column.id, wanted)
}

function within(slot: NodeId, blocks: readonly Block[]): Block[] {
  return blocks.map((block) => withOtherIds(block, (id) => idInside(slot, id)))
}

/** Renames a node and all its descendants. */
export function withOtherIds<T extends Node>(node: T, rename: (id: NodeId) => NodeId): T {
  const result: T = { ...node, id: rename(node.id) }
  return withLists(result, (list) => list.map((child) => withOtherIds(child, rename)))
}

// Properties of blocks and backgrounds that refer to an image.
const imageKeys = new Set(['src', 'darkSrc', 'stillSrc', 'poster', 'image'])

/** Renames the assets that a value refers to. */
export function withOtherAssets<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (names.size === 0) return value
  const visit = (one: unknown, key: string): unknown => {
    if (typeof one === 'string') return imageKeys.has(key) ? (names.get(one) ?? one) : one
    if (Array.isArray(one)) return one.map((item) => visit(item, key))
    if (!isRecord(one)) return one
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, visit(member, name)]))
  }
  return visit(value, '') as T
}
