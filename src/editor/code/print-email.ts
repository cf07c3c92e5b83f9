import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type ModuleLookup, expandModules } from '../../email/document/index.ts'
import { renderHtml } from '../../email/render/index.ts'

/** The email as it is sent, its modules put in: merge tags as the ESP fills them in, nothing of the editor. */
export function printEmail(document: EmailDocument, modules: ModuleLookup): { html: string; css: string } {
  const { html = '', css = '' } = renderHtml(expandModules(document, modules).document, blockTypes, {
    target: 'passthrough',
  })
  return { html, css }
}
