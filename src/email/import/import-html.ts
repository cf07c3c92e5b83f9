import type { EmailDocument } from '../document/index.ts'
import type { BlockTypes } from '../render/index.ts'
import { fingerprintOf } from './html/fingerprint.ts'
import { breakpointOf } from './html/frame.ts'
import { nameFonts, readWebFonts } from './html/head.ts'
import { referencedCss } from './html/referenced-css.ts'
import type { ImageSizes } from './html/page.ts'
import { readPage } from './html/read-page.ts'
import { extractTheme } from './html/theme.ts'
import { reportImport } from './report-import.ts'
import { readRenderedHtml } from './reimport/reimport.ts'
import { reportReimport } from './reimport/report-reimport.ts'
import { type ShownDocument, showDocument } from './reimport/modules.ts'
import { warnOfRemoved } from './reimport/warnings.ts'
import { type Imported, ImportWarnings } from './report.ts'

export interface HtmlInput {
  html: string
  /** An additional style sheet. */
  css?: string
  /** The stored document that the HTML may have been rendered from. */
  base?: EmailDocument
  /** The same document with its modules expanded; without it, module instances are empty. */
  shown?: ShownDocument
  /** Prefix of URLs that begin with `/cdn/`. */
  cdnUrl?: string
  images?: ImageSizes
}

/** Reads the edited HTML of a stored document back into it; undefined if the HTML is not recognized as its output. */
export function reimportHtml(
  { html, css, base: stored, shown, cdnUrl = '' }: HtmlInput,
  blockTypes: BlockTypes,
): Imported | undefined {
  if (stored === undefined || css?.trim()) return undefined
  const warnings = new ImportWarnings()
  const parts = { stored, shown: shown ?? showDocument(stored, () => undefined), cdnUrl, blockTypes, warnings }
  const own = readRenderedHtml(html, parts)
  return own === undefined ? undefined : reportReimport(html, own, parts)
}

/** Px. Windows from this width on are no phones’. */
const widestPhone = 640

/**
 * Converts the HTML of any email to a document of sections, columns and blocks. Markup without a block equivalent stays
 * verbatim in html blocks; the report states the share. Fetches nothing. Never throws; linear in the length of the source.
 */
export function importHtml(given: HtmlInput, blockTypes: BlockTypes): Imported {
  const own = reimportHtml(given, blockTypes)
  if (own !== undefined) return own
  const { html, css, base: stored, images } = given
  const warnings = new ImportWarnings()
  const source = html.replace(/^\ufeff/, '').replaceAll('\0', '')
  if (source.length < html.length - 1) warnings.add('NULS_REMOVED', 'NUL characters were removed.')
  const page = readPage(source, { css, warnings, images })
  const { rows, meta, width, mobileWidth, sheets, root, contents, background, backgroundImage } = page
  const breakpoint = breakpointOf(sheets.flatMap(({ rules }) => rules))
  const theme = extractTheme(rows, meta.dir ?? 'ltr')
  const document: Record<string, unknown> = {
    schema: 'svc.email/1',
    meta: { title: '', ...meta },
    theme,
    body: {
      width,
      breakpoint,
      // A width in px is that of phones; below this breakpoint are wider windows, too.
      ...(mobileWidth === undefined || breakpoint >= widestPhone ? {} : { mobileWidth }),
      ...(background === undefined ? {} : { background }),
      ...(backgroundImage === undefined ? {} : { backgroundImage }),
    },
    rows,
  }
  const fonts = nameFonts(document, readWebFonts(root, sheets))
  if (Object.keys(fonts).length > 0) document['theme'] = { ...theme, fonts }
  const colors = page.colors.name(document)
  if (Object.keys(colors).length > 0) document['theme'] = { ...(document['theme'] as object), colors }
  const kept = referencedCss(rows, sheets)
  if (kept !== '') document['head'] = { css: kept }
  if (stored !== undefined) warnOfRemoved(stored, [], warnings)
  return reportImport(document, { source: fingerprintOf(source), wanted: contents, warnings })
}
