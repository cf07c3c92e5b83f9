import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type ModuleLookup, expandModules } from '../../email/document/index.ts'
import { renderHtml } from '../../email/render/index.ts'

/** HTML and CSS for sending: modules expanded, merge tags in the syntax of the ESP, no markers. */
export function printEmail(document: EmailDocument, modules: ModuleLookup): { html: string; css: string } {
  const { html = '', css = '' } = renderHtml(expandModules(document, modules).document, blockTypes, {
    target: 'passthrough',
  })
  return { html, css }
}
