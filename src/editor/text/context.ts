import { type Signal, signal } from '@preact/signals'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { NodeId } from '../../email/document/index.ts'
import type { TextWords } from '../locale/text/index.ts'
import type { Editor } from '../state/index.ts'
import type { Entry, TextTarget } from '../typing/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'

/** Where the caret begins: at an end, at a position, or as it comes in from another text. */
export type CaretAt = 'start' | 'end' | number | Entry

/** Someone types in a text of the canvas. */
export interface Session {
  readonly id: NodeId
  readonly target: TextTarget
  readonly view: EditorView
  readonly state: Signal<EditorState>
  /** The merge tag that was pressed, by its position. */
  readonly openTag: Signal<number | undefined>
  /** True if the link of the selection is being written. */
  readonly isLinking: Signal<boolean>
  /** Does a command, logged under a label of its own. */
  run(label: string, command: Command): void
  /** Types in another text of the block: by its place, or the next or previous one. False when there is none. */
  goTo(where: string | 1 | -1, at?: CaretAt): boolean
  stop(): void
}

export interface TypingContext {
  editor: Editor
  words: TextWords
  id: NodeId
  target: TextTarget
  session(): Session
}

interface Typing {
  session: Session
  words: TextWords
  /** Texts of the controls that the panels have too. */
  panelWords: PanelWords
}

const typings = new WeakMap<Editor, Signal<Typing | undefined>>()

/** Who types in the canvas now. */
export function typingOf(editor: Editor): Signal<Typing | undefined> {
  const known = typings.get(editor) ?? signal<Typing | undefined>(undefined)
  typings.set(editor, known)
  return known
}

export interface TypingProps extends Typing {
  editor: Editor
}
