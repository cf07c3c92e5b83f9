import { blockTypes } from '../../../engines/blocks/index.ts'
import { type EmailDocument, type ModuleFinding, expandModules, translate } from '../../../engines/document/index.ts'
import { type RenderOptions, type Rendered, renderEmail } from '../../../engines/render/index.ts'
import { cleanAmpCss, cleanAmpHtml, cleanHtml } from '../../../engines/sanitize/index.ts'
import { type Modules, noModules } from './modules/modules.ts'

/** What may be chosen about the drawing. */
export type DrawOptions = Omit<RenderOptions, 'cleanHtml' | 'cleanAmpHtml' | 'cleanAmpCss' | 'findings'>

/**
 * Renders a document as every surface does: with its modules, in the language of `locale` where it is translated, with the
 * product's blocks, and with raw values of the data cleaned like authored HTML. Fails with RENDER_TOO_LARGE.
 */
export function drawDocument(document: EmailDocument, options: DrawOptions, modules: Modules = noModules): Rendered {
  const { document: whole, findings } = expandDocument(document, modules, options.locale)
  return renderEmail(whole, blockTypes, { ...options, findings, cleanHtml: cleanValue, cleanAmpHtml, cleanAmpCss })
}

/**
 * The document in a language, with what its modules say in place of their instances. What the document translates of an
 * instance comes first, for it may fill slots; what is in the module speaks the language after that.
 */
export function expandDocument(document: EmailDocument, modules: Modules, locale?: string): Whole {
  const translated = locale === undefined ? document : translate(document, locale)
  if (modules.ids.length === 0) return { document: translated, findings: [] }
  const before = remembered.get(document)
  if (before !== undefined && before.stamp === modules.stamp && before.locale === locale) return before.whole
  const expanded = expandModules(translated, modules.lookup)
  const whole = locale === undefined ? expanded : { ...expanded, document: translate(expanded.document, locale) }
  remembered.set(document, { stamp: modules.stamp, locale, whole })
  return whole
}

type Whole = { document: EmailDocument; findings: ModuleFinding[] }

// A mailing draws one document thousands of times, and the renderer remembers what it drew by the document.
const remembered = new WeakMap<EmailDocument, { stamp: string; locale: string | undefined; whole: Whole }>()

function cleanValue(source: string): string {
  return cleanHtml(source).html
}
