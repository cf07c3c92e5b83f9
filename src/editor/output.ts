import { blockTypes } from '../engines/blocks/index.ts'
import type { EmailDocument } from '../engines/document/index.ts'
import { renderHtml } from '../engines/render/index.ts'

/** The email as it is sent: merge tags as the mailing system fills them in, nothing of the editor. */
export function printEmail(document: EmailDocument): { html: string; css: string } {
  const { html = '', css = '' } = renderHtml(document, blockTypes, { target: 'passthrough' })
  return { html, css }
}
