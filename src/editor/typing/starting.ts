import type { NodeId } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'

/** Start of typing: at a point, with letters typed already, or at the end of the first text. */
export interface Start {
  id: NodeId
  /** In px of the canvas. */
  point?: Point
  /** Where the pointer was pressed, if it was moved over letters until `point`: they are selected. */
  pressedAt?: Point | undefined
  /** Entry from another text; `left` is the previous caret position in px of the canvas, for up and down. */
  entry?: Entry
  /** Position in a text of the block, as the text editor counts. */
  caret?: { prop: string; position: number }
  /** Keys pressed on the selected block: characters, and names with modifiers such as `Shift+Home`. */
  keys?: readonly string[]
  /** 2 selects a word, 3 a paragraph. */
  clicks?: number
}

interface Point {
  left: number
  top: number
}

/** The side from which the caret enters. */
export interface Entry {
  from: 'before' | 'after'
  left?: number | undefined
}

const starts = new WeakMap<Editor, Start>()
const takers = new WeakMap<Editor, Taker>()

/** Returns false if no text of the block is being edited. */
type Taker = (start: Start) => boolean

/** Starts typing in a block; the text editor takes over when it is loaded. */
export function startTyping(editor: Editor, start: Start): void {
  if (takers.get(editor)?.(start) === true) return
  const before = starts.get(editor)
  const known = before?.id === start.id ? before : undefined
  starts.set(editor, { ...known, ...start, keys: [...(known?.keys ?? []), ...(start.keys ?? [])] })
  editor.editing.value = start.id
}

/** Returns the start of a block and clears it. */
export function consumeStart(editor: Editor, id: NodeId): Start {
  const start = starts.get(editor)
  starts.delete(editor)
  return start?.id === id ? start : { id }
}

/** Passes starts in the block that is being edited to its session; returns a function that unsubscribes. */
export function onStart(editor: Editor, take: Taker): () => void {
  takers.set(editor, take)
  return () => takers.get(editor) === take && takers.delete(editor)
}
