import { type Signal, signal } from '@preact/signals'
import type { EmailDocument, ModuleLookup } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'

/** Split so that only changed rows are updated. */
export interface RenderedPage {
  /** The HTML without the rows. */
  frame: string
  rows: readonly { id: string; html: string }[]
}

/** Renders a document, its modules expanded, in its own or another language, with the markers of the editor. */
export type RenderPage = (document: EmailDocument, modules: ModuleLookup, language?: string) => RenderedPage

export interface CanvasRenderer {
  /** First rendering, by the service; shown until the renderer is loaded. */
  firstHtml: string | undefined
  modules: ModuleLookup
  /** Undefined until the renderer is loaded. */
  readonly renderPage: Signal<RenderPage | undefined>
}

const renderers = new WeakMap<Editor, CanvasRenderer>()

export function rendererOf(editor: Editor): CanvasRenderer {
  const known = renderers.get(editor) ?? {
    firstHtml: undefined,
    modules: () => undefined,
    renderPage: signal<RenderPage | undefined>(undefined),
  }
  renderers.set(editor, known)
  return known
}
