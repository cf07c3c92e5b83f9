import type { EmailDocument, Node } from '../../document/index.ts'
import { type BlockTypes, renderEmail } from '../../render/index.ts'
import { markAttribute, markedTypes } from './render-marked.ts'
import type { Rendered, Page } from './page.ts'
import { PageReader } from './page-reader.ts'
import { readClasses } from './sheet-classes.ts'
import { scanCss } from './scan-css.ts'
import { scanHtml } from './scan-html.ts'

export interface PageOptions {
  blocks: BlockTypes
  cdnUrl: string
  nodes: ReadonlyMap<string, Node>
}

const frames = new Set(['section', 'column', 'group'])

/** Renders the document with all branches, as for an ESP, and parses the page. Throws RENDER_TOO_LARGE like the renderer. */
export function readPage(document: EmailDocument, { blocks, cdnUrl, nodes }: PageOptions): Page {
  const marked = markedTypes(blocks)
  const rendered: Rendered[] = (marked.rendered = [])
  // Editor marks identify sections and columns, and editor rendering bypasses the render cache.
  const { html = '', css = '' } = renderEmail(document, marked.types, {
    target: 'passthrough',
    mode: 'editor',
    outputs: ['html'],
    cdnUrl,
  })
  const reader = new PageReader({
    classes: readClasses(scanCss(css)),
    rendered,
    nodes,
    isPlaceholder: ({ type }) => !frames.has(type) && !blocks.has(type),
    hasAuthoredCss: document.head?.css !== undefined && document.head.css.trim() !== '',
    dir: document.meta.dir ?? 'ltr',
  })
  scanHtml(html, reader, markAttribute)
  marked.rendered = []
  return reader.finish()
}

/** The HTML of an html block; empty for another block. */
export function sourceOf(node: Node): string {
  const { html } = node as { html?: unknown }
  return typeof html === 'string' ? html : ''
}
