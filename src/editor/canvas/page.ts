import { blockTypes } from '../../email/blocks/index.ts'
import { expandModules } from '../../email/document/index.ts'
import { RenderedRows, renderHtml } from '../../email/render/index.ts'
import type { RenderPage } from './canvas-renderer.ts'

/** Renders documents for the canvas with markers and sample data; only changed rows are rendered again. */
export function createRenderPage(): RenderPage {
  const rendered = new RenderedRows()
  return (document, modules) => {
    const { document: whole } = expandModules(document, modules)
    const { frame = '', rows = [] } = renderHtml(whole, blockTypes, { mode: 'editor', target: 'sample', rendered })
    return { frame, rows: whole.rows.map(({ id }, index) => ({ id, html: rows[index] ?? '' })) }
  }
}
