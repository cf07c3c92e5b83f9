import { blockTypes } from '../../email/blocks/index.ts'
import type { Block, NodeId } from '../../email/document/index.ts'
import type { Canvas } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import { typingRules } from './style.ts'
import type { TextTarget } from '../typing/index.ts'

/** The edited element, inside the block's own element so that lines break as in the email. */
export interface Host {
  mount: HTMLElement
  /** Removes the element and its styles; the canvas renders the block again. */
  close(): void
}

/** Prepares a text of a rendered block for editing. */
export function openHost(canvas: Canvas, editor: Editor, id: NodeId, target: TextTarget): Host {
  const { document } = canvas
  const home = target.find(canvas.elementOf(id) as HTMLElement) as HTMLElement
  const mount = document.createElement(target.kind === 'line' ? 'span' : 'div')
  mount.setAttribute('data-typing', target.kind)
  while (home.childNodes.length > (target.kept ?? 0)) home.lastChild?.remove()
  home.append(mount)
  const view = document.defaultView as Window & typeof globalThis
  const sheet = new view.CSSStyleSheet()
  const node = editor.outline.peek().entries.get(id)?.node as Block
  const [own] = blockTypes.get(node.type)?.element?.(node, editor.document.peek().theme) ?? []
  const spacing = node.style?.spacing ?? own?.spacing
  sheet.replaceSync(`${typingRules(editor.document.peek(), editor.scheme.peek(), { spacing })}\n${common}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return {
    mount,
    close() {
      mount.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    },
  }
}

const common = `
[data-typing] { white-space: pre-wrap; overflow-wrap: anywhere; caret-color: auto; min-height: 1em }
[data-typing='line'] { display: inline-block; min-width: 4px }
[data-typing='lines'], [data-typing='rich'] { display: block }
[data-typing] li > p:not(:last-child) { margin: 0 }
[data-tag] { border-radius: 3px; background: color-mix(in srgb, currentColor 12%, transparent); box-shadow: 0 0 0 1px color-mix(in srgb, currentColor 28%, transparent); cursor: pointer !important }
[data-tag].ProseMirror-selectednode { background: color-mix(in srgb, Highlight 45%, transparent); box-shadow: 0 0 0 2px Highlight }
.ProseMirror-separator { display: inline !important; border: 0 !important; margin: 0 !important; width: 0 !important; height: 0 !important }
.ProseMirror-trailingBreak { display: inline }
`
