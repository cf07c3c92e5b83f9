import type { Operation } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { EarlierEdit } from '../bridge/index.ts'
import type { KeptEdit } from './offline-store.ts'

/** Operations that go, or went, as one request. Once sent, they stay as they are until the service answers. */
interface QueuedEdit extends KeptEdit {
  isSent: boolean
}

/** Operations as a request sends them; they begin with those of the earlier ones. */
export interface SentOperations {
  editId: string
  operations: Operation[]
  previous: EarlierEdit[]
}

/** What the service has not confirmed, oldest first. */
export interface EditQueue {
  /** How many operations. */
  readonly size: number
  readonly edits: readonly KeptEdit[]
  add(operations: readonly Operation[]): void
  /** The oldest edit, to be sent; undefined when there is none. */
  send(): KeptEdit | undefined
  /** All of it as one request, with the edits that may have been sent before; undefined when there is none or too much. */
  sendAll(): SentOperations | undefined
  /** The edits, which something else that is sent holds: from now on they stay as they are. */
  include(): EarlierEdit[]
  /** Removes the oldest edits. */
  drop(count: number): void
  /** Leaves the first operations of the oldest edit in it, at least one, and makes an edit that was not sent of the others. */
  cut(operations: number): void
  /** Replaces the oldest edit, which the service refused and shall not save later, by these; nothing of them was sent. */
  split(parts: readonly (readonly Operation[])[]): void
  /**
   * Gives edits other operations, by their ids; those that have none left, or are not among them, are removed. What was sent
   * gets another id where its operations are other ones now: the service knows the old id by the old ones.
   */
  fit(edits: readonly KeptEdit[]): void
  /** Replaces everything by edits that were or may have been sent. */
  restore(edits: readonly KeptEdit[]): void
  /** Replaces everything, which shall not be saved any more, by operations that were not sent. */
  reset(operations?: readonly Operation[]): void
}

/** How many edits that were given up the next one names. */
const maxVoids = 100

/** An empty queue. */
export function createQueue(): EditQueue {
  let queue: QueuedEdit[] = []
  /** Ids that the next edit tells the service not to save any more. */
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

/** Edits as one request; undefined when there is none, or too much for one. */
export function requestOf(edits: readonly KeptEdit[]): SentOperations | undefined {
  const last = edits.at(-1)
  const operations = edits.flatMap((edit) => edit.operations)
  if (last === undefined || operations.length > limits.operations) return undefined
  return { editId: last.id, operations, previous: edits.flatMap(earlierOf).slice(0, -1) }
}

/** How an edit, and the one that it replaces, are notified to the service before the operations of others. */
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

// Letters typed one by one are one value by the time it is sent.
function joined(waiting: readonly Operation[], operations: readonly Operation[]): Operation[] {
  const last = waiting.at(-1)
  const [next] = operations
  if (operations.length !== 1 || last?.op !== 'set' || next?.op !== 'set' || last.id !== next.id) {
    return [...waiting, ...operations]
  }
  return [...waiting.slice(0, -1), { op: 'set', id: next.id, props: { ...last.props, ...next.props } }]
}
