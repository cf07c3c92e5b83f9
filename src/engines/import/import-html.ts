import type { EmailDocument } from '../document/index.ts'
import { createCascade } from './css/cascade.ts'
import { parseSheet } from './css/parse-sheet.ts'
import { simplify } from './html/boxes/simplify.ts'
import { buildBlock } from './html/build/build.ts'
import { type Element, findElement } from './tree/dom.ts'
import { fingerprintOf } from './html/fingerprint.ts'
import { breakpointOf, frameWidth } from './html/frame.ts'
import { nameFonts, readMeta, readWebFonts, takePreheader } from './html/head.ts'
import { lookInside, plainLook } from './html/look.ts'
import type { Page } from './html/page.ts'
import { parseHtml } from './tree/parse-html.ts'
import { wrapRegions } from './html/regions.ts'
import { emitRows } from './html/rows/sections.ts'
import { keptCss } from './html/kept-css.ts'
import { extractTheme } from './html/theme.ts'
import { judgeImport } from './judge.ts'
import { contentsOfTree } from './kept.ts'
import { readOwn } from './own/own-html.ts'
import { type Imported, ImportWarnings } from './report.ts'
import { liftTags } from './tags/lift-tags.ts'

/** HTML of an email as it came. */
export interface HtmlInput {
  html: string
  /** A style sheet that goes with it. */
  css?: string
  /** The stored document whose HTML it may be. */
  base?: EmailDocument
  /** What stands before its addresses that begin with `/cdn/`. */
  cdnUrl?: string
}

/**
 * Reads the HTML of any email as a document of sections, columns and blocks. What no block says stays as html blocks byte
 * for byte; the report says how much that is. Nothing is fetched. Never throws; time grows with the length of the source.
 */
export function importHtml({ html, css, base: stored, cdnUrl = '' }: HtmlInput): Imported {
  const warnings = new ImportWarnings()
  const own = stored === undefined || css?.trim() ? undefined : readOwn(html, stored, cdnUrl)
  if (own !== undefined) {
    const report = {
      source: 'svc' as const,
      native_share: 1,
      words_kept: 1,
      links_kept: 1,
      images_kept: 1,
      warnings: [],
    }
    return { document: { ...own }, report }
  }
  const source = html.replace(/^\ufeff/, '').replaceAll('\0', '')
  if (source.length < html.length - 1) warnings.add('NULS_REMOVED', 'NUL characters were taken out.')
  const { text, tags } = liftTags(source)
  const parsed = parseHtml(text)
  for (const name of parsed.dropped)
    warnings.add('ELEMENT_REMOVED', `Elements named ${name} were left out: they run, load or draw.`)
  const sheets = [...parsed.styles, ...(css === undefined ? [] : [css])].map(parseSheet)
  const body = findElement(parsed.root, ({ name }) => name === 'body') ?? parsed.root
  const cascade = createCascade(parsed.root, sheets)
  if (cascade.wasCut())
    warnings.add('CSS_TOO_COMPLEX', 'The style sheets are too complex; some of their rules were not followed.')
  const wanted = contentsOfTree(body, cascade, tags)
  wrapRegions(parsed.root, text, tags)
  const base = findElement(parsed.root, ({ name }) => name === 'base')
  const page: Page = {
    text,
    tags,
    cascade,
    warnings,
    isStandard: /^\s*<!doctype\s+html\s*>/i.test(text.slice(0, 500)),
    isQuirky: parsed.isQuirky,
    width: frameWidth(cascade, body),
    baseUrl: base?.attributes['href'] ?? '',
  }
  const preheader = takePreheader(page, body)
  const meta = { title: '', ...readMeta(page, parsed.root), ...(preheader === undefined ? {} : { preheader }) }
  const { rows, background, backgroundImage } = emitRows(page, simplify(buildBody(page, parsed.root, body)))
  const theme = extractTheme(rows, meta.dir ?? 'ltr')
  const document: Record<string, unknown> = {
    schema: 'svc.email/1',
    meta,
    theme,
    body: {
      width: page.width,
      breakpoint: breakpointOf(sheets.flatMap(({ rules }) => rules)),
      ...(background === undefined ? {} : { background }),
      ...(backgroundImage === undefined ? {} : { backgroundImage }),
    },
    rows,
  }
  const fonts = nameFonts(document, readWebFonts(parsed.root, sheets))
  if (Object.keys(fonts).length > 0) document['theme'] = { ...theme, fonts }
  const kept = keptCss(rows, sheets)
  if (kept !== '') document['head'] = { css: kept }
  return judgeImport(document, { source: fingerprintOf(source), wanted, warnings })
}

function buildBody(page: Page, root: Element, body: Element) {
  const look =
    body === root
      ? plainLook
      : lookInside(body.parent ?? root, page.cascade.styleOf(body.parent ?? root).base, plainLook, page.isQuirky)
  const [box] = buildBlock(page, body, { look, width: page.width, isOpen: true, block: buildBlock })
  return (
    box ?? {
      kind: 'stack' as const,
      element: body,
      face: {},
      padding: { wide: [0, 0, 0, 0] as const, narrow: [0, 0, 0, 0] as const },
      margin: { wide: [0, 0, 0, 0] as const, narrow: [0, 0, 0, 0] as const },
      width: page.width,
      isFluid: true,
      children: [],
      isSealed: true,
    }
  )
}
