import { type Node, type NodeId, childrenOf } from '../../email/document/index.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** An id that is unique across windows: 50 random bits in base32. */
export function newId(): NodeId {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `e${Array.from(bytes, (byte) => alphabet[byte & 31]).join('')}`
}

/** A copy with new ids in every node, and without anchors, which must be unique. */
export function withNewIds<T extends Node>(node: T): T {
  return renamed(structuredClone(node))
}

function renamed<T extends Node>(node: T): T {
  node.id = newId()
  delete node.anchor
  for (const list of [childrenOf(node), node.each?.else, (node as { fallback?: unknown }).fallback]) {
    if (Array.isArray(list)) for (const child of list as Node[]) renamed(child)
  }
  return node
}
