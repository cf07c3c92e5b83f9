import { type ReadonlySignal, signal } from '@preact/signals'
import type { EmailDocument, NodeId, Operation } from '../../email/document/index.ts'

/** A change of the document, for the canvas and for saving. */
export interface Change {
  document: EmailDocument
  before: EmailDocument
  operations: readonly Operation[]
  source: 'change' | 'undo' | 'redo' | 'received'
  /** Empty if not caused by the user. */
  label: string
}

/** An undo step: operations in both directions, and the selection before and after. */
export interface Entry {
  label: string
  key: string | undefined
  /** Of a pointer that is still down: joined by its key after any time. */
  isGesture: boolean
  at: number
  undo: readonly Operation[]
  redo: readonly Operation[]
  selectedBefore: NodeId | undefined
  selectedAfter: NodeId | undefined
}

export interface HistoryState {
  canUndo: boolean
  canRedo: boolean
  undoLabel?: string
  redoLabel?: string
}

/** Changes with the same key are joined within this time, in ms, those of a gesture after any. */
const togetherMs = 1000
/** Maximum number of undo steps. */
const max = 500

/** Undo history of text, styles and structure. */
export interface History {
  readonly state: ReadonlySignal<HistoryState>
  /** Adds an entry, or joins it to the last one if that has the same key and is recent or of the same gesture. */
  push(entry: Entry): void
  /** Takes the newest entry to undo or redo; `settle` moves it to the other side, `drop` discards it. */
  take(side: 'undo' | 'redo'): { entry: Entry; settle(entry: Entry): void; drop(): void } | undefined
  /** Prevents the next change from being joined to the last entry. */
  seal(): void
  clear(): void
}

export function createHistory(): History {
  let past: Entry[] = []
  let future: Entry[] = []
  let isSealed = false
  const state = signal<HistoryState>({ canUndo: false, canRedo: false })

  function notify(): void {
    const [undo, redo] = [past.at(-1), future.at(-1)]
    state.value = {
      canUndo: undo !== undefined,
      canRedo: redo !== undefined,
      ...(undo === undefined ? {} : { undoLabel: undo.label }),
      ...(redo === undefined ? {} : { redoLabel: redo.label }),
    }
  }

  return {
    state,
    push(entry) {
      const last = past.at(-1)
      const joins = last !== undefined && !isSealed && entry.key !== undefined && last.key === entry.key
      if (joins && (entry.isGesture || entry.at - last.at < togetherMs)) past[past.length - 1] = joined(last, entry)
      else past.push(entry)
      if (past.length > max) past.shift()
      future = []
      isSealed = false
      notify()
    },
    take(side) {
      const [from, to] = side === 'undo' ? [past, future] : [future, past]
      const entry = from.at(-1)
      if (entry === undefined) return undefined
      return {
        entry,
        settle(settled) {
          from.pop()
          to.push(settled)
          isSealed = true
          notify()
        },
        drop() {
          from.pop()
          notify()
        },
      }
    },
    seal() {
      isSealed = true
    },
    clear() {
      past = []
      future = []
      notify()
    },
  }
}

// Keeps the inverse of the first change and the operations of the last one, instead of one value per letter.
function joined(last: Entry, next: Entry): Entry {
  const { selectedBefore } = last
  if (setsSame(last.undo, next.undo) && setsSame(last.redo, next.redo)) {
    return { ...next, undo: last.undo, selectedBefore }
  }
  return { ...next, undo: [...next.undo, ...last.undo], redo: [...last.redo, ...next.redo], selectedBefore }
}

function setsSame(ones: readonly Operation[], others: readonly Operation[]): boolean {
  return ones.length === others.length && ones.every((one, index) => setSame(one, others[index]))
}

function setSame(one: Operation, other: Operation | undefined): boolean {
  if (one.op !== 'set' || other?.op !== 'set' || one.id !== other.id) return false
  const keys = Object.keys(one.props)
  return keys.length === Object.keys(other.props).length && keys.every((key) => Object.hasOwn(other.props, key))
}
