/**
 * Rebases unconfirmed edits when the service responds. Requires the document engine, so it is in the chunk that
 * applies changes.
 */
import { blockTypes } from '../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  operationsBetween,
  rebaseOperations,
} from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { AppliedOperations } from '../bridge/index.ts'
import { stepsOf } from './merging.ts'
import type { KeptEdit } from './offline-store.ts'

export { isEqual, operationsBetween } from '../../email/document/index.ts'

/** Result of applying a response to unconfirmed edits. */
export type Confirmed =
  /** Document of the service, the rebased edits, and both together. */
  | { saved: EmailDocument; rest: KeptEdit[]; document: EmailDocument }
  | { conflict: EmailDocument }
  /** The response does not match the base, so the document must be reloaded. */
  | 'unknown'

/** Applies a response: it confirms `sent`; `waiting` was made on top of that. */
export function confirmEdits(
  base: EmailDocument,
  { operations, operationsSince }: AppliedOperations,
  { sent, waiting }: { sent: readonly Operation[]; waiting: readonly KeptEdit[] },
): Confirmed {
  const saved = applyAll(base, [...operationsSince, ...operations])
  if (saved === undefined) return 'unknown'
  if (waiting.length === 0) return { saved, rest: [], document: saved }
  let seen = applyAll(base, sent)
  if (seen === undefined) return 'unknown'
  let now: EmailDocument | undefined = seen
  if (operationsSince.length > 0) {
    const rebased = rebaseOperations({ base, since: operationsSince, operations: sent }, blockTypes)
    // The edits conflict with a part of themselves that was saved earlier and is among the operations since.
    now = 'operations' in rebased ? rebased.document : saved
  }
  const rest: KeptEdit[] = []
  for (const { id, operations: each } of waiting) {
    const rebased = rebaseAll({ seen, now, operations: each })
    if (rebased === undefined) return { conflict: saved }
    rest.push({ id, operations: rebased.operations })
    ;({ seen, now } = rebased)
  }
  const document = applyAll(
    saved,
    rest.flatMap((edit) => edit.operations),
  )
  return document === undefined ? { conflict: saved } : { saved, rest, document }
}

interface Rebasing {
  /** Document that the operations are based on, and the one that others changed. */
  seen: EmailDocument
  now: EmailDocument
  operations: readonly Operation[]
}

function rebaseAll({ seen, now, operations }: Rebasing): (Rebasing & { operations: Operation[] }) | undefined {
  if (seen === now) {
    const applied = applyAll(seen, operations)
    return applied === undefined ? undefined : { seen: applied, now: applied, operations: [...operations] }
  }
  const rebased: Operation[] = []
  for (const part of inParts(operations)) {
    const result = rebaseOperations({ base: seen, since: operationsBetween(seen, now), operations: part }, blockTypes)
    const applied = applyAll(seen, part)
    if (!('operations' in result) || applied === undefined) return undefined
    rebased.push(...result.operations)
    ;[seen, now] = [applied, result.document]
  }
  return { seen, now, operations: rebased }
}

/** Applies all operations or none. */
function applyAll(document: EmailDocument, operations: readonly Operation[]): EmailDocument | undefined {
  let current = document
  for (const part of inParts(operations)) {
    const applied = applyOperations(current, part, blockTypes)
    if ('issues' in applied) return undefined
    current = applied.document
  }
  return current
}

/** Applies the edits that still fit; returns the number of operations that do not. */
export function applyFitting(
  document: EmailDocument,
  edits: readonly KeptEdit[],
): { document: EmailDocument; edits: KeptEdit[]; left: number } {
  let current = document
  let left = 0
  const fitting = edits.map((edit) => {
    const applied = edit.operations.filter((operation) => {
      const result = applyOperations(current, [operation], blockTypes)
      if ('issues' in result) left++
      else current = result.document
      return !('issues' in result)
    })
    return { ...edit, operations: applied }
  })
  return { document: current, edits: fitting.filter(({ operations }) => operations.length > 0), left }
}

/**
 * Splits operations that were rejected together into halves, each step about one property or node; undefined for a
 * single one.
 */
export function halvesOf(
  document: EmailDocument,
  operations: readonly Operation[],
): [Operation[], Operation[]] | undefined {
  const steps = operations.length > 1 ? [...operations] : stepsOf(document, operations)
  if (steps.length < 2) return undefined
  const middle = Math.ceil(steps.length / 2)
  return [steps.slice(0, middle), steps.slice(middle)]
}

function inParts(operations: readonly Operation[]): (readonly Operation[])[] {
  const parts: (readonly Operation[])[] = []
  for (let at = 0; at < operations.length; at += limits.operations)
    parts.push(operations.slice(at, at + limits.operations))
  return parts
}
