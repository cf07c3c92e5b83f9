import type { NodeId } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'

/** How typing begins in a block: where one clicked, with what was typed already, or at the end of its first text. */
export interface Start {
  id: NodeId
  /** In px of the canvas. */
  point?: { left: number; top: number }
  /** How the caret comes in from another text; `left` is where it stood, in px of the canvas, for keys up and down. */
  entry?: Entry
  /** Letters that were typed on the selected block, `\n` and `\b` for the keys of that meaning. */
  letters?: string
  /** Twice for a word, three times for a paragraph. */
  clicks?: number
}

/** The side that a caret comes in from. */
export interface Entry {
  from: 'before' | 'after'
  left?: number | undefined
}

const starts = new WeakMap<Editor, Start>()
const takers = new WeakMap<Editor, { id: NodeId; take: (start: Start) => void }>()

/** Begins to type in a block; the text editor takes it from there as soon as its code is here. */
export function startTyping(editor: Editor, start: Start): void {
  const taker = takers.get(editor)
  if (taker?.id === start.id) return taker.take(start)
  const before = starts.get(editor)
  const known = before?.id === start.id ? before : undefined
  const letters = known === undefined ? start.letters : (known.letters ?? '') + (start.letters ?? '')
  starts.set(editor, { ...known, ...start, ...(letters === undefined ? {} : { letters }) })
  editor.editing.value = start.id
}

/** How typing in a block begins, told once. */
export function takeStart(editor: Editor, id: NodeId): Start {
  const start = starts.get(editor)
  starts.delete(editor)
  return start?.id === id ? start : { id }
}

/** Has someone who types in a block already hear how typing in it begins again; answers how to stop. */
export function takeStarts(editor: Editor, id: NodeId, take: (start: Start) => void): () => void {
  const taker = { id, take }
  takers.set(editor, taker)
  return () => takers.get(editor) === taker && takers.delete(editor)
}
