import type { Node, NodeId } from '../model.ts'
import { isRecord } from '../reading/reading.ts'
import { withLists } from '../walk.ts'

/** The node with all that is in it under other ids. */
export function withOtherIds<T extends Node>(node: T, rename: (id: NodeId) => NodeId): T {
  const result: T = { ...node, id: rename(node.id) }
  return withLists(result, (list) => list.map((child) => withOtherIds(child, rename)))
}

// Where blocks and backgrounds name an image.
const imageKeys = new Set(['src', 'darkSrc', 'stillSrc', 'poster', 'image'])

/** A value in which images go by other names. */
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
