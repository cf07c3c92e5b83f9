import type { Signal } from '@preact/signals'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { NodeId } from '../../email/document/index.ts'
import type { TextWords } from '../locale/text/index.ts'
import type { Editor } from '../state/index.ts'
import type { Entry, TextTarget } from '../typing/index.ts'

/** Where the caret begins: at an end, at a position, or as it comes in from another text. */
export type CaretAt = 'start' | 'end' | number | Entry

/** Somebody types in a text of the canvas. */
export interface Session {
  readonly id: NodeId
  readonly target: TextTarget
  readonly view: EditorView
  /** What is typed and selected now. */
  readonly state: Signal<EditorState>
  /** The merge tag that was pressed, by its position. */
  readonly openTag: Signal<number | undefined>
  /** Whether the link of the selection is being written. */
  readonly isLinking: Signal<boolean>
  /** Does a command, logged under a label of its own. */
  run(label: string, command: Command): void
  /** Types in another text of the block: by its place, or the next or previous one. False when there is none. */
  goTo(where: string | 1 | -1, at?: CaretAt): boolean
  stop(): void
}

/** What keys and the clipboard know of where one types. */
export interface TypingContext {
  editor: Editor
  words: TextWords
  id: NodeId
  target: TextTarget
  session(): Session
}
