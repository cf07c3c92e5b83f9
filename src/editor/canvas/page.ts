import { blockTypes } from '../../engines/blocks/index.ts'
import type { EmailDocument } from '../../engines/document/index.ts'
import { renderHtml } from '../../engines/render/index.ts'
import type { DrawnPage } from './drawing.ts'

const end = '</div></body></html>'

/** What the canvas shows of a document: the server's HTML with markers, the samples filled in. */
export function drawPage(document: EmailDocument): DrawnPage {
  const { html = '', rows = [] } = renderHtml(document, blockTypes, { mode: 'editor', target: 'sample' })
  const length = rows.reduce((sum, row) => sum + row.length, 0)
  return {
    frame: html.slice(0, html.length - end.length - length) + end,
    rows: document.rows.map(({ id }, index) => ({ id, html: rows[index] ?? '' })),
  }
}
