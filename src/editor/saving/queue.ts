import type { Operation } from '../../engines/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { KeptEdit } from './shelf.ts'

/** Operations that go, or went, as one request. Once sent, they stay as they are until the service answers. */
interface QueuedEdit extends KeptEdit {
  isSent: boolean
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
  sendAll(): { editId: string; operations: Operation[]; previous: { editId: string; operations: number }[] } | undefined
  /** Removes the oldest edits. */
  drop(count: number): void
  /** Replaces the oldest edit, which the service refused, by these; nothing of them was sent. */
  split(parts: readonly (readonly Operation[])[]): void
  /** Gives edits other operations, by their ids; those that have none left, or are not among them, are removed. */
  fit(edits: readonly KeptEdit[]): void
  /** Replaces everything by edits that were or may have been sent. */
  restore(edits: readonly KeptEdit[]): void
  /** Replaces everything by operations that were not sent. */
  reset(operations?: readonly Operation[]): void
}

/** An empty queue. */
export function createQueue(): EditQueue {
  let queue: QueuedEdit[] = []
  const fresh = (operations: readonly Operation[]): QueuedEdit => ({
    id: crypto.randomUUID(),
    operations: [...operations],
    isSent: false,
  })

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
      const last = queue.at(-1)
      const operations = queue.flatMap((edit) => edit.operations)
      if (last === undefined || operations.length > limits.operations) return undefined
      for (const edit of queue) edit.isSent = true
      const previous = queue.slice(0, -1).map((edit) => ({ editId: edit.id, operations: edit.operations.length }))
      return { editId: last.id, operations, previous }
    },
    drop: (count) => void queue.splice(0, count),
    split(parts) {
      queue.splice(0, 1, ...parts.filter((part) => part.length > 0).map(fresh))
    },
    fit(edits) {
      const operations = new Map(edits.map((edit) => [edit.id, edit.operations]))
      queue = queue
        .map((edit) => ({ ...edit, operations: operations.get(edit.id) ?? [] }))
        .filter((edit) => edit.operations.length > 0)
    },
    restore(edits) {
      queue = edits.map(({ id, operations }) => ({ id, operations: [...operations], isSent: true }))
    },
    reset(operations = []) {
      queue = operations.length === 0 ? [] : [fresh(operations)]
    },
  }
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
