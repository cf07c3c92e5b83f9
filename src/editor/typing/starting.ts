import type { NodeId } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'

/** Start of typing: at a point, with letters typed already, or at the end of the first text. */
export interface Start {
  id: NodeId
  /** In px of the canvas. */
  point?: { left: number; top: number }
  /** Entry from another text; `left` is the previous caret position in px of the canvas, for up and down. */
  entry?: Entry
  /** Letters typed on the selected block; `\n` and `\b` for Enter and Backspace. */
  letters?: string
  /** 2 selects a word, 3 a paragraph. */
  clicks?: number
}

/** The side from which the caret enters. */
export interface Entry {
  from: 'before' | 'after'
  left?: number | undefined
}

const starts = new WeakMap<Editor, Start>()
const takers = new WeakMap<Editor, { id: NodeId; take: (start: Start) => void }>()

/** Starts typing in a block; the text editor takes over when it is loaded. */
export function startTyping(editor: Editor, start: Start): void {
  const taker = takers.get(editor)
  if (taker?.id === start.id) return taker.take(start)
  const before = starts.get(editor)
  const known = before?.id === start.id ? before : undefined
  const letters = known === undefined ? start.letters : (known.letters ?? '') + (start.letters ?? '')
  starts.set(editor, { ...known, ...start, ...(letters === undefined ? {} : { letters }) })
  editor.editing.value = start.id
}

/** Returns the start of a block and clears it. */
export function consumeStart(editor: Editor, id: NodeId): Start {
  const start = starts.get(editor)
  starts.delete(editor)
  return start?.id === id ? start : { id }
}

/** Passes later starts in the edited block to its session; returns a function that unsubscribes. */
export function onStart(editor: Editor, id: NodeId, take: (start: Start) => void): () => void {
  const taker = { id, take }
  takers.set(editor, taker)
  return () => takers.get(editor) === taker && takers.delete(editor)
}
