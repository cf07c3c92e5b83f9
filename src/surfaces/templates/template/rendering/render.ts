import { blockTypes } from '../../../../email/blocks/index.ts'
import { type EmailDocument, expandModules, translate, untranslated } from '../../../../email/document/index.ts'
import { type RenderOptions, type Rendered, type Warning, renderEmail } from '../../../../email/render/index.ts'
import { cleanAmpCss, cleanAmpHtml, cleanHtml } from '../../../../email/sanitize/index.ts'
import { sizeOf } from '../content.ts'
import { weighMore } from '../document-cache.ts'
import { type Modules, noModules } from '../modules/modules.ts'

/** What may be chosen about the rendering. */
export type DocumentRenderOptions = Omit<RenderOptions, 'cleanHtml' | 'cleanAmpHtml' | 'cleanAmpCss' | 'findings'>

/**
 * Renders a document as every surface does: with its modules, in the language of `locale` where it is translated, with the
 * product's blocks, and with raw values of the data cleaned like authored HTML. Fails with RENDER_TOO_LARGE.
 */
export function renderDocument(
  document: EmailDocument,
  options: DocumentRenderOptions,
  modules: Modules = noModules,
): Rendered {
  return renderWhole(expandDocument(document, modules, options.locale), options)
}

/** As `renderDocument`, of a document that has its modules already. */
export function renderWhole({ document, findings }: Whole, options: DocumentRenderOptions): Rendered {
  const cleanHtml = createValueCleaner()
  return renderEmail(document, blockTypes, { ...options, findings, cleanHtml, cleanAmpHtml, cleanAmpCss })
}

/**
 * The document in a language, with what its modules say in place of their instances. What the document translates of an
 * instance comes first, for it may fill slots; what is in the module speaks the language after that.
 */
export function expandDocument(document: EmailDocument, modules: Modules, locale?: string): Whole {
  if (modules.ids.length === 0 && (locale === undefined || document.translations === undefined))
    return { document, findings: [] }
  const key = `${locale ?? ''} ${modules.stamp}`
  const known = cached.get(document)
  const before = known?.get(key)
  if (before !== undefined) return before
  const whole = expand(document, modules, locale)
  weighMore(document, () => sizeOf(whole.document))
  if (known === undefined || known.size >= maxCached) cached.set(document, new Map([[key, whole]]))
  else known.set(key, whole)
  return whole
}

function expand(document: EmailDocument, modules: Modules, locale: string | undefined): Whole {
  const translated = locale === undefined ? document : translate(document, locale)
  const findings: Warning[] = locale === undefined ? [] : missingIn(document, locale)
  if (modules.ids.length === 0) return { document: translated, findings }
  const expanded = expandModules(translated, modules.lookup)
  findings.push(...expanded.findings)
  return { document: locale === undefined ? expanded.document : translate(expanded.document, locale), findings }
}

const maxReported = 20

function missingIn(document: EmailDocument, locale: string): Warning[] {
  const missing = untranslated(document, locale, blockTypes) ?? []
  const said = missing.slice(0, maxReported).map(({ id, prop }): Warning => {
    const message = `${prop} is not translated to ${locale}, and stays as it is.`
    return id === 'meta' ? { code: 'NOT_TRANSLATED', message } : { code: 'NOT_TRANSLATED', node_id: id, message }
  })
  const rest = missing.length - said.length
  if (rest > 0) said.push({ code: 'NOT_TRANSLATED', message: `${rest} more texts are not translated to ${locale}.` })
  return said
}

/** A document with its modules, and what was found while they were put in. */
export type Whole = { document: EmailDocument; findings: Warning[] }

// A mailing renders one document thousands of times, and the renderer caches what it rendered by the document.
const cached = new WeakMap<EmailDocument, Map<string, Whole>>()
const maxCached = 12

/** Cleans raw values of data; each once, for loops show the same value again and again. */
function createValueCleaner(): (source: string) => string {
  const known = new Map<string, string>()
  return (source) => {
    let clean = known.get(source)
    if (clean === undefined) known.set(source, (clean = cleanHtml(source).html))
    return clean
  }
}
