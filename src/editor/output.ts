import { blockTypes } from '../engines/blocks/index.ts'
import { type EmailDocument, type ModuleLookup, expandModules } from '../engines/document/index.ts'
import { renderHtml } from '../engines/render/index.ts'

/** The email as it is sent, its modules put in: merge tags as the mailing system fills them in, nothing of the editor. */
export function printEmail(document: EmailDocument, modules: ModuleLookup): { html: string; css: string } {
  const { html = '', css = '' } = renderHtml(expandModules(document, modules).document, blockTypes, {
    target: 'passthrough',
  })
  return { html, css }
}
