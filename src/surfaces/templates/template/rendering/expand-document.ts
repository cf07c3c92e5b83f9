import { blockTypes } from '../../../../email/blocks/index.ts'
import {
  type EmailDocument,
  type TranslationStatus,
  expandModules,
  translate,
  translationStatus,
} from '../../../../email/document/index.ts'
import { type RenderOptions, type Rendered, type Warning, renderEmail } from '../../../../email/render/index.ts'
import { type Utm, addUtmToDocument } from '../../../../email/utm/index.ts'
import { cleanAmpCss, cleanAmpHtml, cleanHtml } from '../../../../email/sanitize/index.ts'
import { sizeOf } from '../content.ts'
import { weighMore } from '../document-cache.ts'
import type { Modules } from '../modules/modules.ts'

export interface DocumentRenderOptions extends Omit<
  RenderOptions,
  'cleanHtml' | 'cleanAmpHtml' | 'cleanAmpCss' | 'findings'
> {
  /** Campaign parameters for the web links. */
  utm?: Utm
}

/**
 * Renders with the built-in blocks. Raw values of the data are sanitized like authored HTML; authored Liquid beyond the data
 * language stays as written. Fails with RENDER_TOO_LARGE.
 */
export function renderExpanded(expanded: ExpandedDocument, { utm, ...options }: DocumentRenderOptions): Rendered {
  const { findings } = expanded
  const document =
    utm === undefined ? expanded.document : addUtmToDocument(expanded.document, utm, options.language !== undefined)
  const cleanHtml = createValueCleaner()
  return renderEmail(document, blockTypes, { ...options, findings, cleanHtml, cleanAmpHtml, cleanAmpCss })
}

/**
 * The document in a language, with modules inserted in place of their instances. Translations of an instance apply first,
 * because they may fill slots; then the module is translated.
 */
export function expandDocument(document: EmailDocument, modules: Modules, locale?: string): ExpandedDocument {
  if (modules.ids.length === 0 && (locale === undefined || document.translations === undefined))
    return { document, findings: [] }
  const key = `${locale ?? ''} ${modules.stamp}`
  const known = cached.get(document)
  const before = known?.get(key)
  if (before !== undefined) return before
  const expanded = expand(document, modules, locale)
  weighMore(document, () => sizeOf(expanded.document))
  if (known === undefined || known.size >= maxCached) cached.set(document, new Map([[key, expanded]]))
  else known.set(key, expanded)
  return expanded
}

function expand(document: EmailDocument, modules: Modules, locale: string | undefined): ExpandedDocument {
  const translated = locale === undefined ? document : translate(document, locale)
  const findings: Warning[] = locale === undefined ? [] : untranslatedIn(document, locale)
  if (modules.ids.length === 0) return { document: translated, findings }
  const { document: inserted, findings: others } = expandModules(translated, modules.lookup)
  findings.push(...others)
  return { document: locale === undefined ? inserted : translate(inserted, locale), findings }
}

const maxReported = 20

function untranslatedIn(document: EmailDocument, locale: string): Warning[] {
  const texts = translationStatus(document, locale, blockTypes) ?? []
  return [
    ...warningsOf(
      'NOT_TRANSLATED',
      texts.filter(({ state }) => state === 'missing'),
      {
        one: (prop) => `${prop} is not translated to ${locale}; the original text is used.`,
        more: (count) => `${count} more texts are not translated to ${locale}.`,
      },
    ),
    ...warningsOf(
      'TRANSLATION_OUTDATED',
      texts.filter(({ state }) => state === 'outdated'),
      {
        one: (prop) => `${prop} has changed since it was translated to ${locale}.`,
        more: (count) => `${count} more texts have changed since they were translated to ${locale}.`,
      },
    ),
  ]
}

function warningsOf(
  code: Warning['code'],
  texts: readonly TranslationStatus[],
  say: { one: (prop: string) => string; more: (count: number) => string },
): Warning[] {
  const reported = texts.slice(0, maxReported).map(({ id, prop }): Warning => {
    const message = say.one(prop)
    return id === 'meta' ? { code, message } : { code, node_id: id, message }
  })
  const rest = texts.length - reported.length
  return rest === 0 ? reported : [...reported, { code, message: say.more(rest) }]
}

/** `findings` are warnings from inserting the modules. */
export type ExpandedDocument = { document: EmailDocument; findings: Warning[] }

// A mailing renders one document thousands of times, and the renderer caches its work by document object.
const cached = new WeakMap<EmailDocument, Map<string, ExpandedDocument>>()
const maxCached = 12

/** Sanitizes raw data values once per value: loops output the same value repeatedly. */
function createValueCleaner(): (source: string) => string {
  const known = new Map<string, string>()
  return (source) => {
    let clean = known.get(source)
    if (clean === undefined) known.set(source, (clean = cleanHtml(source).html))
    return clean
  }
}
