import { limits } from '../../../kernel/limits.ts'
import type { ComputedStyle } from '../style/computed-style.ts'
import { inOnePiece } from '../style/one-piece.ts'
import { tooLarge } from '../too-large.ts'
import { escapeAttribute, escapeText } from '../values/escape.ts'
import type { Page } from './page.ts'
import { renderRow } from './rows.ts'

interface RenderedHtml {
  html: string
  css: string
  bytes: number
  styleBytes: number
  /** The HTML of each row, concatenated in `html`; in the editor only, which replaces only changed rows. */
  rows?: readonly string[]
  /** `html` without the rows; in the editor only. */
  frame?: string
}

const encoder = new TextEncoder()
const scratch = new Uint8Array(256 * 1024)

/** UTF-8 bytes. */
export function byteLength(text: string): number {
  // A UTF-16 unit takes at most three bytes.
  return text.length * 3 <= scratch.length ? encoder.encodeInto(text, scratch).written : encoder.encode(text).length
}

/** The complete HTML document. `title` and `preheader` are one line of plain text each, with tags filled in. */
export function renderPage(page: Page, { title, preheader }: { title: string; preheader: string }): RenderedHtml {
  const { meta, body } = page.document
  const available = { width: body.width, around: undefined, isInGroup: false }
  const rendered: string[] | undefined = page.isEditor ? [] : undefined
  let rows = ''
  for (const row of page.document.rows) {
    const html = page.row(renderRow, row, available)
    rendered?.push(html)
    rows += html
  }
  const lang = escapeAttribute(meta.lang)
  const label = title === '' ? '' : ` aria-label="${escapeAttribute(title)}"`
  const article = `<div role="article" aria-roledescription="email"${label} lang="${lang}" dir="${page.dir}"${wrapperAttributes(page)}>`
  const bodyAttributes = page.paint(bodyStyle(page), undefined, {
    box: true,
    style: 'margin:0;padding:0;word-spacing:normal',
  })
  // Rendered last: the head contains the classes and fonts that the body used.
  const { head, css } = renderHead(page, title)
  const before = `<!doctype html><html lang="${lang}" dir="${page.dir}" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">${head}<body${bodyAttributes}>${renderBackgroundVml(page)}${renderPreheader(preheader)}${article}`
  const after = '</div></body></html>'
  const html = before + rows + after
  // The editor renders at every keystroke and needs only the limit, for which characters are close enough.
  const bytes = page.isEditor ? html.length : byteLength(html)
  if (bytes > limits.renderBytes) throw tooLarge('HTML', bytes)
  return {
    html,
    css,
    bytes,
    styleBytes: byteLength(css),
    ...(rendered === undefined ? {} : { rows: rendered, frame: before + after }),
  }
}

/** The background around the email. */
export function bodyStyle({ document: { body } }: Page): ComputedStyle {
  const style: ComputedStyle = {}
  if (body.background !== undefined) style.background = body.background
  if (body.dark?.background !== undefined) style.darkBackground = body.dark.background
  return style
}

// Gmail drops the body element, so the wrapper repeats the background. Its font applies to alternative texts.
function wrapperAttributes(page: Page): string {
  const { backgroundImage } = page.document.body
  const { font } = page.text
  const style = font === undefined ? '' : `font-family:${page.palette.font(font)}`
  if (backgroundImage === undefined) return page.paint(bodyStyle(page), undefined, { box: true, style })
  const bodyAttributes = { ...bodyStyle(page), backgroundImage }
  return page.paint(bodyAttributes, undefined, { box: true, style }, page.backgroundOf(bodyAttributes))
}

function renderBackgroundVml(page: Page): string {
  const { background, backgroundImage } = page.document.body
  const src = backgroundImage === undefined ? undefined : page.backgroundOf({ backgroundImage })
  if (src === undefined) return ''
  const color = page.palette.light(background)
  return page.mso(
    `<v:background fill="true"><v:fill type="tile" src="${src}"${color === undefined ? '' : ` color="${color}"`}/></v:background>`,
  )
}

// Prevents clients from filling the preview line with the first words of the email: each filler shows as one space.
// Entities, because one character beyond Latin-1 would double the memory of the page.
export const preheaderFiller = '&#847;&zwnj;&nbsp;'
/** Start tag of the hidden element with the preheader and its filler. */
export const preheaderTag = '<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">'
/** Length of the longest preview lines, and the number of fillers after the longest preheader, characters. */
const [previewLength, min] = [140, 20]
const fillers = inOnePiece(preheaderFiller.repeat(previewLength))

function renderPreheader(preheader: string): string {
  if (preheader === '') return ''
  const count = Math.max(min, previewLength - preheader.length)
  return `${preheaderTag}${escapeText(preheader)}${fillers.slice(0, count * preheaderFiller.length)}</div>`
}

// -webkit- and -ms-: phones enlarge small text. mso-table: Word adds space beside tables. The link rule: iOS turns
// dates and addresses into blue links.
const resets =
  'body{-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}table,td{mso-table-lspace:0;mso-table-rspace:0}img{border:0;-ms-interpolation-mode:bicubic}a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}'

const outlook =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->'

/** `css` is the content of the style element. */
function renderHead(page: Page, title: string): { head: string; css: string } {
  const { document } = page
  const css = `:root{color-scheme:light dark;supported-color-schemes:light dark}${resets}${page.sheet.print(document.body.breakpoint)}${authored(document.head?.css)}`
  const head = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeText(title)}</title>${outlook}${renderFonts(page)}<style>${css}</style></head>`
  return { head, css }
}

// Sanitized when the document was saved; this only ensures that the sheet cannot end the style element.
function authored(css: string | undefined): string {
  return css === undefined ? '' : css.replaceAll('<', '\\3c ')
}

// If the first font is not installed, Outlook renders Times New Roman unless mso-font-alt names another; it loads no
// web fonts.
function renderFonts(page: Page): string {
  const { fonts } = page.document.theme
  let links = ''
  for (const name of page.palette.webFonts) {
    const href = page.values.url(fonts[name]?.href ?? '')
    if (href !== '' && href !== '#') links += `<link href="${href}" rel="stylesheet">`
  }
  let replacements = ''
  for (const [family, replacement] of page.palette.missingFonts) {
    replacements += `@font-face{font-family:'${family}';mso-font-alt:'${replacement}'}`
  }
  const outlook = replacements === '' ? '' : page.mso(`<style>${replacements}</style>`)
  return links === '' ? outlook : page.notMso(links) + outlook
}
