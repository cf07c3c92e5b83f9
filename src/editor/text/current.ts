import { type Signal, signal } from '@preact/signals'
import type { PanelWords } from '../locale/panels/index.ts'
import type { TextWords } from '../locale/text/index.ts'
import type { Editor } from '../state/index.ts'
import type { Session } from './context.ts'

export interface Typing {
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
