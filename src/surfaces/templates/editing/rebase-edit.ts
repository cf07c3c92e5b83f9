/** Rebases a request's operations onto the current document and recognizes by request ids what is already saved. */
import { blockTypes } from '../../../email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  type Rebased,
  applyOperations,
  rebaseOperations,
} from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { contentKey } from '../../../platform/storage/index.ts'
import { type SavedEdit, type SentEdit, cleaners } from '../template/index.ts'

/** Client-chosen ids, so that a request whose response was lost can be retried. */
export interface EditIdentity {
  editId: string
  /** Earlier requests without a known outcome: the operations begin with theirs, in this order. */
  previous?: readonly { editId: string; operations: number }[]
}

/** One entry per request: the earlier ones named by the identity, then its own. */
export function sentEdits(identity: EditIdentity, operations: readonly Operation[]): SentEdit[] {
  let from = 0
  const earlier = (identity.previous ?? []).map(({ editId, operations: count }) => {
    const own = operations.slice(from, from + count)
    from += count
    return sentEdit(editId, own)
  })
  return [...earlier, sentEdit(identity.editId, operations.slice(from))]
}

/**
 * Fails with IDEMPOTENCY_KEY_REUSED if the request id was recorded with another hash. `fields` names the members that the
 * client must repeat, for the error message.
 */
export function requireSameEdit(
  saved: readonly SentEdit[],
  { editId, hash }: { editId: string; hash: string | undefined },
  fields: string,
): void {
  const before = saved.find((sent) => sent.editId === editId)?.hash
  if (before === undefined || hash === undefined || before === hash) return
  fail(
    'IDEMPOTENCY_KEY_REUSED',
    `The edit id ${editId} was already used with other ${fields}. Use a new id for each request.`,
  )
}

function sentEdit(editId: string, operations: readonly Operation[]): SentEdit {
  return { editId, operations: operations.length, hash: contentKey(JSON.stringify(operations)) }
}

export interface EditRequest {
  base: EmailDocument
  /** Oldest first. */
  edits: readonly SavedEdit[]
  operations: readonly Operation[]
  identity?: EditIdentity | undefined
}

export type RebasedEdit =
  /** Index in `edits` of the save that contains the whole request. */
  { repeated: number } | Rebased

/**
 * Rebases the operations of a request onto the saves since its base. Operations of earlier requests that are already saved
 * are skipped. A request that is itself saved returns that save; with different operations it fails with
 * IDEMPOTENCY_KEY_REUSED. Issue paths and conflict indices count from the first operation of the request.
 */
export function rebaseEdit({ base, edits, operations, identity }: EditRequest): RebasedEdit {
  const repeated = identity === undefined ? -1 : indexOf(edits, identity.editId)
  if (identity !== undefined && repeated >= 0) {
    const hash = sentEdits(identity, operations).at(-1)?.hash
    requireSameEdit(edits[repeated]?.sent ?? [], { editId: identity.editId, hash }, 'operations')
    return { repeated }
  }
  let [document, rest, from, sent] = [base, operations, 0, 0]
  for (const { at, count } of savedBefore(edits, identity)) {
    const since = operationsOf(edits.slice(from, at))
    const all = rebaseOperations({ base: document, since, operations: rest }, blockTypes, cleaners)
    if (!('operations' in all)) return shifted(all, sent)
    const saved = rebaseOperations({ base: document, since, operations: rest.slice(0, count) }, blockTypes, cleaners)
    if (!('operations' in saved)) return shifted(saved, sent)
    for (const edit of edits.slice(from, at + 1)) {
      const applied = applyOperations(document, edit.operations, blockTypes)
      if ('issues' in applied) return applied
      document = applied.document
    }
    rest = all.operations.slice(saved.operations.length)
    sent += count
    from = at + 1
  }
  const since = operationsOf(edits.slice(from))
  return shifted(rebaseOperations({ base: document, since, operations: rest }, blockTypes, cleaners), sent)
}

/** The saves that contain earlier requests, each with the number of remaining operations that it covers. */
function savedBefore(edits: readonly SavedEdit[], identity: EditIdentity | undefined): { at: number; count: number }[] {
  const found: { at: number; count: number }[] = []
  let count = 0
  for (const { editId, operations } of identity?.previous ?? []) {
    count += operations
    const at = indexOf(edits, editId)
    const last = found.at(-1)
    // An unknown request was saved together with the next known one, or not at all. A request without operations was
    // abandoned: its save is treated like one of another user.
    if (at < 0 || count === 0 || at < (last?.at ?? 0)) continue
    if (last?.at === at) last.count += count
    else found.push({ at, count })
    count = 0
  }
  return found
}

function operationsOf(edits: readonly SavedEdit[]): Operation[] {
  return edits.flatMap(({ operations }) => operations)
}

function indexOf(edits: readonly SavedEdit[], editId: string): number {
  return edits.findIndex(({ sent }) => sent.some((each) => each.editId === editId))
}

function shifted(rebased: Rebased, by: number): Rebased {
  if (by === 0 || 'operations' in rebased) return rebased
  if ('conflicts' in rebased) {
    return { conflicts: rebased.conflicts.map((each) => ({ ...each, operation: each.operation + by })) }
  }
  const move = (path: string) => path.replace(/^\/(\d+)/, (_, index: string) => `/${Number(index) + by}`)
  return { ...rebased, issues: rebased.issues.map(({ path, message }) => ({ path: move(path), message })) }
}
