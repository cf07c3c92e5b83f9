import { type Signal, signal } from '@preact/signals'
import type { EmailDocument, ModuleLookup } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'

/** An email as the renderer draws it, taken apart so that only what changed is drawn again. */
export interface DrawnPage {
  /** Everything but the rows. */
  frame: string
  rows: readonly { id: string; html: string }[]
}

/** Draws a document, its modules put in, with the markers of the editor. */
export type DrawPage = (document: EmailDocument, modules: ModuleLookup) => DrawnPage

/** How an editor's canvas comes by what it shows. */
export interface Drawing {
  /** The first picture, which the service drew: it is on the screen before the renderer is read. */
  begun: string | undefined
  /** The modules that the email shows. */
  modules: ModuleLookup
  /** The renderer, once it is here. */
  readonly draw: Signal<DrawPage | undefined>
}

const drawings = new WeakMap<Editor, Drawing>()

/** The drawing of an editor. */
export function drawingOf(editor: Editor): Drawing {
  const known = drawings.get(editor) ?? {
    begun: undefined,
    modules: () => undefined,
    draw: signal<DrawPage | undefined>(undefined),
  }
  drawings.set(editor, known)
  return known
}
