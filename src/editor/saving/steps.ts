import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type Operation, applyOperations } from '../../email/document/index.ts'
import { outlineOf } from '../state/index.ts'

/** Operations made on a document, each split so that it is about one property or one node. */
export function stepsOf(from: EmailDocument, operations: readonly Operation[]): Operation[] {
  let document = from
  return operations.flatMap((operation) => {
    const steps = single(operation, document)
    const applied = applyOperations(document, [operation], blockTypes)
    if (!('issues' in applied)) document = applied.document
    return steps
  })
}

function single(operation: Operation, document: EmailDocument): Operation[] {
  if (operation.op === 'set' || operation.op === 'settings') {
    return Object.entries(operation.props).map(([prop, value]) => ({ ...operation, props: { [prop]: value } }))
  }
  if (operation.op !== 'remove' || operation.count === undefined) return [operation]
  const { index = 0, siblings = [] } = outlineOf(document).entries.get(operation.id) ?? {}
  return siblings.slice(index, index + operation.count).map(({ id }) => ({ op: 'remove', id }))
}
