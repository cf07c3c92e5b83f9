import { blockTypes } from '../../engines/blocks/index.ts'
import { type EmailDocument, type ModuleLookup, expandModules } from '../../engines/document/index.ts'
import { renderHtml } from '../../engines/render/index.ts'
import type { DrawnPage } from './drawing.ts'

const end = '</div></body></html>'

/** What the canvas shows of a document: the server's HTML with markers, the samples filled in. */
export function drawPage(document: EmailDocument, modules: ModuleLookup): DrawnPage {
  const { document: whole } = expandModules(document, modules)
  const { html = '', rows = [] } = renderHtml(whole, blockTypes, { mode: 'editor', target: 'sample' })
  const length = rows.reduce((sum, row) => sum + row.length, 0)
  return {
    frame: html.slice(0, html.length - end.length - length) + end,
    rows: whole.rows.map(({ id }, index) => ({ id, html: rows[index] ?? '' })),
  }
}
