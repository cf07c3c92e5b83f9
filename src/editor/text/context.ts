import { type Signal, signal } from '@preact/signals'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { NodeId } from '../../email/document/index.ts'
import type { TextWords } from '../locale/text/index.ts'
import type { Editor } from '../state/index.ts'
import type { Entry, TextTarget } from '../typing/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'

/** The caret position when typing starts: an end, an offset, or entry from another text. */
export type CaretAt = 'start' | 'end' | number | Entry

/** A text that is being edited on the canvas. */
export interface Session {
  readonly id: NodeId
  readonly target: TextTarget
  readonly view: EditorView
  readonly state: Signal<EditorState>
  /** Position of the pressed merge tag. */
  readonly openTag: Signal<number | undefined>
  /** True while the link of the selection is edited. */
  readonly isLinking: Signal<boolean>
  /** Called before the text is left, such as by a press elsewhere: they apply what is typed beside the text. */
  readonly finishing: Set<() => void>
  /** True from a typed letter until the pointer moves or something is selected. */
  readonly isQuiet: Signal<boolean>
  /** Runs a command as an undo step with its own label. */
  run(label: string, command: Command): void
  /**
   * Continues in another text of the block, by property, or the next or previous one. Returns false if there is none.
   */
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
  /** Texts of controls that the panels have too. */
  panelWords: PanelWords
}

const typings = new WeakMap<Editor, Signal<Typing | undefined>>()

export function typingOf(editor: Editor): Signal<Typing | undefined> {
  const known = typings.get(editor) ?? signal<Typing | undefined>(undefined)
  typings.set(editor, known)
  return known
}

export interface TypingProps extends Typing {
  editor: Editor
}

/** True while letters are typed; the tools over the email are hidden then, because they cover the text above. */
export function isQuiet(editor: Editor): boolean {
  return typingOf(editor).value?.session.isQuiet.value === true
}
