import { type EmailDocument, type Node, type Operation, applyOperations, childrenOf } from '../document/index.ts'
import type { BlockTypes } from '../render/index.ts'
import type { Finding } from './rule.ts'

/** A document with its fixes applied. */
export interface Fixed {
  document: EmailDocument
  /** Operations of all fixes, in the order in which they apply. */
  operations: Operation[]
  fixed: Finding[]
}

/** Each round lists a limited number of findings per rule; findings after the last round are left to the next call. */
const maxRounds = 10

/**
 * Applies the fixes of the findings that `look` returns. Two fixes of one round may change the same property, so only
 * independent ones are applied; then the document is linted again, until no fix is left. A fix is applied at most once, so
 * the loop terminates.
 */
export function fixAll(
  document: EmailDocument,
  blocks: BlockTypes,
  look: (document: EmailDocument) => readonly Finding[],
): Fixed {
  const result: Fixed = { document, operations: [], fixed: [] }
  const tried = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const taken = new Set<string>()
    const touched = new Set<string>()
    for (const finding of look(result.document)) {
      const { fix } = finding
      const written = JSON.stringify(fix?.operations)
      if (fix === undefined || tried.has(written)) continue
      const places = fix.operations.flatMap(positionsOf)
      const nodes = fix.operations.flatMap(nodesOf)
      const inside = fix.operations.flatMap(idsInside)
      if (places.some((place) => taken.has(place)) || inside.some((id) => touched.has(id))) continue
      if (nodes.some((id) => taken.has(`${id} *`))) continue
      for (const place of places) taken.add(place)
      for (const id of inside) taken.add(`${id} *`)
      for (const id of nodes) touched.add(id)
      tried.add(written)
      const applied = applyOperations(result.document, fix.operations, blocks)
      if ('issues' in applied) continue
      result.document = applied.document
      result.operations.push(...fix.operations)
      result.fixed.push(finding)
    }
    if (taken.size === 0) break
  }
  return result
}

// Nodes are inserted and removed one by one: an operation on a removed node would be rejected, and list indexes shift.
function positionsOf(operation: Operation): string[] {
  switch (operation.op) {
    case 'set':
      return Object.keys(operation.props).map((key) => `${operation.id} ${key}`)
    case 'settings':
      return Object.entries(operation.props).flatMap(([key, value]) =>
        key === 'meta' ? Object.keys(value as object).map((name) => `meta ${name}`) : [key],
      )
    default:
      return ['nodes']
  }
}

function nodesOf(operation: Operation): string[] {
  return operation.op === 'set' ? [operation.id] : []
}

/** Nodes inside a property, which setting the property replaces: the alternative blocks of a loop. */
function idsInside(operation: Operation): string[] {
  if (operation.op !== 'set') return []
  return Object.values(operation.props).flatMap((value) =>
    typeof value === 'object' && value !== null && 'else' in value && Array.isArray(value.else)
      ? idsIn(value.else as Node[])
      : [],
  )
}

function idsIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => [node.id, ...idsIn(childrenOf(node) ?? [])])
}
