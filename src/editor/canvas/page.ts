import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type ModuleLookup, expandModules, translate } from '../../email/document/index.ts'
import { RenderedRows, renderHtml } from '../../email/render/index.ts'
import type { RenderPage } from './canvas-renderer.ts'

/** Renders documents for the canvas with markers and sample data; only changed rows are rendered again. */
export function createRenderPage(): RenderPage {
  const rendered = new RenderedRows()
  return (document, modules, language) => {
    const whole = expandTranslated(document, modules, language)
    const { frame = '', rows = [] } = renderHtml(whole, blockTypes, { mode: 'editor', target: 'sample', rendered })
    return { frame, rows: whole.rows.map(({ id }, index) => ({ id, html: rows[index] ?? '' })) }
  }
}

/**
 * The email in a language, with its modules. Translations of an instance apply first, because they may fill slots; then the
 * content of the module is translated.
 */
export function expandTranslated(
  document: EmailDocument,
  modules: ModuleLookup,
  language: string | undefined,
): EmailDocument {
  if (language === undefined) return expandModules(document, modules).document
  const { document: whole } = expandModules(translate(document, language), modules)
  return translate(whole, language)
}
