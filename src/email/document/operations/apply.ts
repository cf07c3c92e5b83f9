import { limits } from '../../../kernel/limits.ts'
import type { BlockSchemas } from '../block-schema.ts'
import { type EmailDocument, type Operation, rootId } from '../model.ts'
import { inspect } from '../reading/inspect.ts'
import { type ReadOptions, Reading, type Refused, isRecord, quoted } from '../reading/reading.ts'
import { countNodes } from '../walk.ts'
import type { Applied } from './applied.ts'
import { insertNodes, moveNode, removeNodes } from './structure.ts'
import { setProperties, setSettings } from './properties.ts'

/**
 * Applies one operation from untrusted input to a valid document. The result is valid and canonical and shares unchanged
 * parts; the inverse restores an equal document. Rejected with issues whose paths point into the operation.
 */
export function applyOperation(
  document: EmailDocument,
  operation: Operation,
  blocks: BlockSchemas,
  options: ReadOptions = {},
): Applied | Refused {
  const reading = new Reading(blocks, options)
  const applied = apply(document, operation, reading)
  return applied === undefined || reading.issues.length > 0 ? reading.refused() : applied
}

/** Applies operations in order, all or none. `inverse` reverts all of them when applied in its order. */
export function applyOperations(
  document: EmailDocument,
  operations: readonly Operation[],
  blocks: BlockSchemas,
  options: ReadOptions = {},
): { document: EmailDocument; inverse: Operation[] } | Refused {
  if (!Array.isArray(operations) || operations.length > limits.operations) {
    return { issues: [{ path: '', message: `expected a list of at most ${limits.operations} operations` }] }
  }
  let current = document
  const inverse: Operation[] = []
  for (const [index, operation] of operations.entries()) {
    const reading = new Reading(blocks, options)
    reading.path.push(index)
    const applied = apply(current, operation, reading)
    if (applied === undefined || reading.issues.length > 0) return reading.refused()
    current = applied.document
    inverse.push(applied.inverse)
  }
  return { document: current, inverse: inverse.reverse() }
}

const members: Record<Operation['op'], readonly string[]> = {
  insert: ['op', 'parent', 'index', 'nodes'],
  remove: ['op', 'id', 'count'],
  move: ['op', 'id', 'parent', 'index'],
  set: ['op', 'id', 'props'],
  settings: ['op', 'props'],
}

function apply(document: EmailDocument, operation: Operation, reading: Reading): Applied | undefined {
  const before = inspect(operation, reading)
  if (reading.issues.length > 0 || !hasShape(operation, reading)) return undefined
  if (document.assets !== undefined) reading.assets = document.assets
  const applied = dispatch(document, operation, reading)
  if (applied === undefined || reading.issues.length > 0) return undefined
  if (operation.op === 'insert' || operation.op === 'set') checkNodes(applied.document, reading)
  if (before > limits.documentBytes / 64) checkBytes(applied.document, reading)
  return applied
}

function dispatch(document: EmailDocument, operation: Operation, reading: Reading): Applied | undefined {
  switch (operation.op) {
    case 'insert':
      return insertNodes(document, operation, reading)
    case 'remove':
      return removeNodes(document, operation, reading)
    case 'move':
      return moveNode(document, operation, reading)
    case 'set':
      return setProperties(document, operation, reading)
    case 'settings':
      return setSettings(document, operation, reading)
  }
}

function hasShape(operation: unknown, reading: Reading): boolean {
  if (!isRecord(operation)) {
    reading.problem(`expected an operation such as { "op": "remove", "id": "hero" }, not ${quoted(operation)}`)
    return false
  }
  const op = operation['op']
  if (typeof op !== 'string' || !Object.hasOwn(members, op)) {
    reading.problem(`expected one of ${Object.keys(members).join(', ')}, not ${quoted(op)}`, 'op')
    return false
  }
  const known = members[op as Operation['op']]
  for (const key of Object.keys(operation)) {
    if (!known.includes(key)) reading.problem(`is not a member of ${op}; its members are ${known.join(', ')}`, key)
  }
  for (const key of known) checkMember(operation[key], key, reading)
  return reading.issues.length === 0
}

function checkMember(value: unknown, key: string, reading: Reading): void {
  if ((key === 'id' || key === 'parent') && typeof value !== 'string') {
    reading.problem(
      key === 'id'
        ? 'expected the id of a node'
        : `expected the id of a node, ${rootId}, or an id with /fallback or /else`,
      key,
    )
  } else if (key === 'index' && !isCount(value, 0)) reading.problem('expected a position counted from 0', key)
  else if (key === 'count' && value !== undefined && !isCount(value, 1))
    reading.problem('expected a number of nodes', key)
  else if (key === 'props' && !isRecord(value)) reading.problem('expected an object', key)
  else if (key === 'nodes' && (!Array.isArray(value) || value.length === 0)) {
    reading.problem('expected a list of at least one node', key)
  }
}

function isCount(value: unknown, min: number): boolean {
  return Number.isInteger(value) && (value as number) >= min
}

function checkNodes(document: EmailDocument, reading: Reading): void {
  const count = countNodes(document)
  if (count > limits.documentNodes) {
    reading.tooLarge(`The document would have ${count} nodes; the limit is ${limits.documentNodes}`)
  }
}

// Small changes can add up beyond the limit; callers check the size when they store the document.
function checkBytes(document: EmailDocument, reading: Reading): void {
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length
  if (bytes > limits.documentBytes) {
    reading.tooLarge(`The document would have ${bytes} bytes of JSON; the limit is ${limits.documentBytes}`)
  }
}
