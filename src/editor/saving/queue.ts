import type { Operation } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { EarlierEdit } from '../bridge/index.ts'
import type { KeptEdit } from './offline-store.ts'

/** Operations of one request, pending or sent. Sent ones do not change until the service responds. */
interface QueuedEdit extends KeptEdit {
  isSent: boolean
}

/** The operations of a request; they start with those of earlier requests. */
export interface SentOperations {
  editId: string
  operations: Operation[]
  previous: EarlierEdit[]
}

/** The unconfirmed edits, oldest first. */
export interface EditQueue {
  readonly size: number
  readonly edits: readonly KeptEdit[]
  add(operations: readonly Operation[]): void
  /** Marks the oldest edit as sent and returns it; undefined if there is none. */
  send(): KeptEdit | undefined
  /** All edits as one request, including those that may have been sent; undefined if there are none or too many. */
  sendAll(): SentOperations | undefined
  /** Marks all edits as sent, because another request includes them. */
  include(): EarlierEdit[]
  drop(count: number): void
  /** Splits the oldest edit: the first `operations`, at least one, stay in it; the rest becomes an unsent edit. */
  cut(operations: number): void
  /** Replaces the oldest edit, which the service rejected and must not save later, by unsent ones. */
  split(parts: readonly (readonly Operation[])[]): void
  /**
   * Replaces the operations of edits by id; edits without operations, or not listed, are removed. A sent edit whose
   * operations changed gets a new id, because the service associates the old id with the old operations.
   */
  fit(edits: readonly KeptEdit[]): void
  /** Replaces all edits by ones that may have been sent. */
  restore(edits: readonly KeptEdit[]): void
  /** Replaces all edits, which must no longer be saved, by unsent operations. */
  reset(operations?: readonly Operation[]): void
}

/** Maximum number of discarded ids that the next edit reports. */
const maxVoids = 100

export function createQueue(): EditQueue {
  let queue: QueuedEdit[] = []
  /** Ids that the next edit reports as discarded. */
  let voids: string[] = []

  function fresh(operations: readonly Operation[]): QueuedEdit {
    const edit = { id: crypto.randomUUID(), operations: [...operations], isSent: false }
    if (voids.length === 0) return edit
    const given = voids.slice(-maxVoids)
    voids = []
    return { ...edit, voids: given }
  }

  function giveUp(edits: readonly QueuedEdit[]): void {
    const sent = edits.filter(({ isSent }) => isSent)
    voids.push(...edits.flatMap((edit) => edit.voids ?? []), ...sent.map(({ id }) => id))
  }

  return {
    get size() {
      return queue.reduce((sum, { operations }) => sum + operations.length, 0)
    },
    get edits() {
      return queue
    },
    add(operations) {
      const last = queue.at(-1)
      if (last === undefined || last.isSent) queue.push(fresh(operations))
      else last.operations = joined(last.operations, operations)
    },
    send() {
      const [first] = queue
      if (first === undefined) return undefined
      if (first.operations.length > limits.operations) {
        const rest = first.operations.slice(limits.operations)
        first.operations = first.operations.slice(0, limits.operations)
        queue.splice(1, 0, fresh(rest))
      }
      first.isSent = true
      return first
    },
    sendAll() {
      const sent = requestOf(queue)
      if (sent !== undefined) for (const edit of queue) edit.isSent = true
      return sent
    },
    include() {
      for (const edit of queue) edit.isSent = true
      return queue.flatMap(earlierOf)
    },
    drop: (count) => void queue.splice(0, count),
    cut(operations) {
      const [first] = queue
      const rest = first?.operations.splice(Math.max(1, operations)) ?? []
      if (rest.length > 0) queue.splice(1, 0, fresh(rest))
    },
    split(parts) {
      giveUp(queue.splice(0, 1))
      queue.unshift(...parts.filter((part) => part.length > 0).map(fresh))
    },
    fit(edits) {
      const operations = new Map(edits.map((edit) => [edit.id, edit.operations]))
      queue = queue
        .map((edit) => withOperations(edit, operations.get(edit.id) ?? []))
        .filter((edit) => edit.operations.length > 0)
    },
    restore(edits) {
      queue = edits.map((edit) => ({ ...edit, operations: [...edit.operations], isSent: true }))
    },
    reset(operations = []) {
      giveUp(queue)
      queue = operations.length === 0 ? [] : [fresh(operations)]
    },
  }
}

/** Joins edits into one request; undefined if there are none, or more than a request may have. */
export function requestOf(edits: readonly KeptEdit[]): SentOperations | undefined {
  const last = edits.at(-1)
  const operations = edits.flatMap((edit) => edit.operations)
  if (last === undefined || operations.length > limits.operations) return undefined
  return { editId: last.id, operations, previous: edits.flatMap(earlierOf).slice(0, -1) }
}

/** Describes an edit, and the one it replaces, for the `previous` of a request. */
function earlierOf({ id, operations, replaces, voids = [] }: KeptEdit): EarlierEdit[] {
  const { length } = operations
  const voided = voids.map((editId) => ({ editId, operations: 0 }))
  if (replaces === undefined) return [...voided, { editId: id, operations: length }]
  return [...voided, { editId: replaces, operations: length }, { editId: id, operations: 0 }]
}

function withOperations(edit: QueuedEdit, operations: readonly Operation[]): QueuedEdit {
  const isSame = JSON.stringify(operations) === JSON.stringify(edit.operations)
  if (isSame || !edit.isSent) return { ...edit, operations: [...operations] }
  const { replaces = edit.id } = edit
  return { ...edit, id: crypto.randomUUID(), operations: [...operations], replaces }
}

// Successive values of the same property are sent as the last one.
function joined(waiting: readonly Operation[], operations: readonly Operation[]): Operation[] {
  const last = waiting.at(-1)
  const [next] = operations
  const both = last === undefined || next === undefined || operations.length !== 1 ? undefined : joinedOf(last, next)
  return both === undefined ? [...waiting, ...operations] : [...waiting.slice(0, -1), both]
}

function joinedOf(last: Operation, next: Operation): Operation | undefined {
  if (last.op === 'set' && next.op === 'set' && last.id === next.id)
    return { op: 'set', id: next.id, props: { ...last.props, ...next.props } }
  if (last.op !== 'settings' || next.op !== 'settings') return undefined
  const props = Object.entries(next.props).map(([key, value]) => [key, joinedSetting(last.props, key, value)] as const)
  // What was removed in between would be merged with what was there before, or removed from what is not there yet.
  if (props.some(([, value]) => value === undefined)) return undefined
  return { op: 'settings', props: { ...last.props, ...Object.fromEntries(props) } }
}

// Objects are merged by member, other values are replaced.
function joinedSetting(before: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  if (!Object.hasOwn(before, key) || !isObject(value)) return value
  const old = before[key]
  return isObject(old) && !Object.values(value).includes(null) ? { ...old, ...value } : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
