import type { Issue } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { BlockSchemas } from '../block-schema.ts'
import { isEqual } from '../comparison/equal.ts'
import type { EmailDocument, NodeId, Operation } from '../model.ts'
import { applyOperation } from '../operations/apply.ts'
import type { ReadOptions, Refused } from '../reading/reading.ts'
import type { Conflict, Outcome, Step } from './step.ts'
import { rebaseInsert } from './insert.ts'
import { Others } from './others.ts'
import { rebaseMove, rebaseRemove } from './structure.ts'
import { rebaseSet, rebaseSettings } from './values.ts'

/** Operations on a document, and concurrent ones since. */
export interface Concurrent {
  /** The common base of both sides. */
  base: EmailDocument
  /** Concurrent operations in order, already applied to the base. */
  since: readonly Operation[]
  /** Requested operations on the base, from untrusted input. */
  operations: readonly Operation[]
}

export type Rebased =
  /** Operations to apply to the current document, and the resulting document. */
  | { operations: Operation[]; document: EmailDocument }
  | { conflicts: Conflict[] }
  /** The operations do not apply to the base; paths begin with the index of one. */
  | Refused

/**
 * Rebases operations onto concurrent ones. Changes of different nodes, properties, and members of styles and settings merge.
 * Positions follow the siblings in the author's version, after concurrent insertions. A change made by both is applied once.
 * Conflicts: set, move or insert on a removed node; removal of a changed node; two values for one property; two positions
 * for one node. All conflicts are reported, and any conflict rejects all operations. Leading operations equal to the
 * concurrent ones are treated as a retry and skipped.
 */
export function rebaseOperations(concurrent: Concurrent, blocks: BlockSchemas, options: ReadOptions = {}): Rebased {
  const { length } = concurrent.operations
  if (length > limits.operations) {
    return { issues: [{ path: '', message: `expected at most ${limits.operations} operations, not ${length}` }] }
  }
  const { base, operations, sent, since } = withoutRepeated(concurrent, blocks)
  const others = new Others(base, since, blocks)
  const rebased: Operation[] = []
  const conflicts: Conflict[] = []
  const state = { base, others, renamed: new Map<NodeId, NodeId>(), lost: new Set<NodeId>() }
  let [seen, now] = [base, others.document]
  for (const [at, operation] of operations.entries()) {
    const index = at + sent
    const applied = applyOperation(seen, operation, blocks, options)
    if ('issues' in applied) {
      return { ...applied, issues: applied.issues.map(({ message, path }) => ({ path: `/${index}${path}`, message })) }
    }
    const outcome = rebase(operation, { ...state, index, seen, wanted: applied.document, now })
    seen = applied.document
    if ('conflicts' in outcome) {
      conflicts.push(...outcome.conflicts)
      continue
    }
    for (const one of outcome.operations) {
      const result = applyOperation(now, one, blocks)
      if ('issues' in result) conflicts.push(refusal(one, { index, issues: result.issues, others }))
      else {
        now = result.document
        rebased.push(one)
      }
    }
  }
  return conflicts.length > 0 ? { conflicts } : { operations: rebased, document: now }
}

function rebase(operation: Operation, step: Step): Outcome {
  switch (operation.op) {
    case 'insert':
      return rebaseInsert(operation, step)
    case 'remove':
      return rebaseRemove(operation, step)
    case 'move':
      return rebaseMove(operation, step)
    case 'set':
      return rebaseSet(operation, step)
    case 'settings':
      return rebaseSettings(operation, step)
  }
}

// Callers repeat operations whose response was lost.
function withoutRepeated({ base, operations, since }: Concurrent, blocks: BlockSchemas): Concurrent & { sent: number } {
  let [document, sent] = [base, 0]
  for (const operation of operations) {
    if (sent === since.length || !isEqual(operation, since[sent]) || !isNamed(operation)) break
    const applied = applyOperation(document, operation, blocks)
    if ('issues' in applied) break
    document = applied.document
    sent++
  }
  return { base: document, since: since.slice(sent), operations: operations.slice(sent), sent }
}

// Two authors may insert the same spacer; only with an id it is identical.
function isNamed(operation: Operation): boolean {
  return operation.op !== 'insert' || operation.nodes.every((node) => typeof node.id === 'string')
}

function refusal(
  operation: Operation,
  { index, issues, others }: { index: number; issues: readonly Issue[]; others: Others },
): Conflict {
  const parent = 'parent' in operation ? operation.parent : undefined
  const id = 'id' in operation ? operation.id : parent
  return {
    operation: index,
    reason: 'refused',
    ...(id === undefined ? {} : { id }),
    ...(parent === undefined ? {} : others.named(others.placedBy(parent))),
    message: issues[0]?.message ?? 'The document no longer allows it',
  }
}
