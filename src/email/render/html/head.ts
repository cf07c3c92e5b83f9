import { escapeText } from '../values/escape.ts'
import type { Page } from './page.ts'

// -webkit- and -ms-: phones enlarge small text. mso-table: Word adds room beside tables. The link rule: iOS
// turns dates and addresses into blue links.
const resets =
  'body{-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}table,td{mso-table-lspace:0;mso-table-rspace:0}img{border:0;-ms-interpolation-mode:bicubic}a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}'

const outlook =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->'

/** The head element. `css` is the content of its style element. */
export function renderHead(page: Page, title: string): { head: string; css: string } {
  const { document } = page
  const css = `:root{color-scheme:light dark;supported-color-schemes:light dark}${resets}${page.sheet.print(document.body.breakpoint)}${authored(document.head?.css)}`
  const head = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeText(title)}</title>${outlook}${renderFonts(page)}<style>${css}</style></head>`
  return { head, css }
}

// Cleaned when it was written; this only makes sure that it ends where the style element does.
function authored(css: string | undefined): string {
  return css === undefined ? '' : css.replaceAll('<', '\\3c ')
}

// For a first font that it has not, Outlook renders Times New Roman unless mso-font-alt names another; it can load none.
function renderFonts(page: Page): string {
  const { fonts } = page.document.theme
  let links = ''
  for (const name of page.palette.webFonts) {
    const href = page.values.url(fonts[name]?.href ?? '')
    if (href !== '' && href !== '#') links += `<link href="${href}" rel="stylesheet">`
  }
  let standIns = ''
  for (const [family, standIn] of page.palette.strangers) {
    standIns += `@font-face{font-family:'${family}';mso-font-alt:'${standIn}'}`
  }
  const outlook = standIns === '' ? '' : page.mso(`<style>${standIns}</style>`)
  return links === '' ? outlook : page.notMso(links) + outlook
}
