import { type Signal, signal } from '@preact/signals'
import type { EmailDocument, ModuleLookup } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'

/** An email as the renderer renders it, taken apart so that only what changed is rendered again. */
export interface RenderedPage {
  /** Everything but the rows. */
  frame: string
  rows: readonly { id: string; html: string }[]
}

/** Renders a document, its modules put in, with the markers of the editor. */
export type RenderPage = (document: EmailDocument, modules: ModuleLookup) => RenderedPage

/** How an editor's canvas comes by what it shows. */
export interface CanvasRenderer {
  /** The first image, which the service rendered: it is on the screen before the renderer is read. */
  begun: string | undefined
  /** The modules that the email shows. */
  modules: ModuleLookup
  /** The renderer, once it is here. */
  readonly renderPage: Signal<RenderPage | undefined>
}

const renderers = new WeakMap<Editor, CanvasRenderer>()

/** The rendering of an editor. */
export function rendererOf(editor: Editor): CanvasRenderer {
  const known = renderers.get(editor) ?? {
    begun: undefined,
    modules: () => undefined,
    renderPage: signal<RenderPage | undefined>(undefined),
  }
  renderers.set(editor, known)
  return known
}
