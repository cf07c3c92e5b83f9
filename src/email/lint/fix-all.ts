import { type EmailDocument, type Node, type Operation, applyOperations, childrenOf } from '../document/index.ts'
import type { BlockTypes } from '../render/index.ts'
import type { Finding } from './rule.ts'

/** A document after its fixes. */
export interface Fixed {
  document: EmailDocument
  /** What led there, to be applied in this order. */
  operations: Operation[]
  /** The findings whose fixes were applied. */
  settled: Finding[]
}

/** Each round lists so many findings of a rule only; what is left after so many is notified of by the next look. */
const maxRounds = 10

/**
 * Applies the fixes of the findings that `look` gives of a document. Fixes are made for the document as it was looked over, and
 * two may be about one property: so those that do not meet are applied, it is looked over again, and so on until nothing is
 * left. What was written once is not written again, so it ends.
 */
export function fixAll(
  document: EmailDocument,
  blocks: BlockTypes,
  look: (document: EmailDocument) => readonly Finding[],
): Fixed {
  const fixed: Fixed = { document, operations: [], settled: [] }
  const tried = new Set<string>()
  for (let round = 0; round < maxRounds; round++) {
    const taken = new Set<string>()
    const touched = new Set<string>()
    for (const finding of look(fixed.document)) {
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
      const applied = applyOperations(fixed.document, fix.operations, blocks)
      if ('issues' in applied) continue
      fixed.document = applied.document
      fixed.operations.push(...fix.operations)
      fixed.settled.push(finding)
    }
    if (taken.size === 0) break
  }
  return fixed
}

// Nodes come and go one by one: an operation on what another has taken away would be refused, and places in a list move.
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

/** Nodes that a property holds, which to set it sets too: those that a loop without items shows. */
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
