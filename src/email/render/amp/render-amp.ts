import { limits } from '../../../kernel/limits.ts'
import { byteLength, bodyStyle } from '../html/render-page.ts'
import { escapeAttribute, escapeText } from '../values/escape.ts'
import { tooLarge } from '../too-large.ts'
import type { CleanAmp } from './amp-block-context.ts'
import type { AmpPage } from './amp-page.ts'
import { withoutMarks } from './marked-amp.ts'
import { renderAmpRow } from './rows.ts'

export interface RenderedAmp {
  amp: string
  /** Like `amp`, with marks around each node, for `readMarkedAmp`. */
  marked: string
  bytes: number
  styleBytes: number
}

interface AmpWords {
  title: string
  preheader: string
  /** For authored HTML. */
  cleanAmp: CleanAmp | undefined
  /** For the authored style sheet. */
  cleanCss: ((css: string) => string) | undefined
}

/** AMP components: the markup that reveals the use of one, and its script. */
const components = [
  { sign: '<amp-accordion', tag: script('element', 'amp-accordion', '0.1') },
  { sign: '<amp-anim', tag: script('element', 'amp-anim', '0.1') },
  { sign: '<amp-carousel', tag: script('element', 'amp-carousel', '0.1') },
  { sign: '<form', tag: script('element', 'amp-form', '0.1') },
  { sign: '<amp-list', tag: script('element', 'amp-list', '0.1') },
  { sign: '<template type="amp-mustache"', tag: script('template', 'amp-mustache', '0.2') },
]

function script(kind: 'element' | 'template', name: string, version: string): string {
  return `<script async custom-${kind}="${name}" src="https://cdn.ampproject.org/v0/${name}-${version}.js"></script>`
}

// Border-box, so that widths include padding and border, as those of table cells in HTML.
const resets = 'body{margin:0}div{box-sizing:border-box}'

/** The complete AMP4EMAIL document (amp.dev, "AMP for Email format"): only AMP's own scripts, one style element. */
export function renderAmp(page: AmpPage, words: AmpWords): RenderedAmp {
  const { document, values } = page
  const { body, head, meta } = document
  const available = { width: body.width, around: undefined, isInGroup: false, cleanAmp: words.cleanAmp }
  let rows = ''
  for (const row of document.rows) rows += renderAmpRow(page, row, available)
  const lang = escapeAttribute(meta.lang)
  const { font } = page.text
  const backgroundImage = body.backgroundImage === undefined ? {} : { backgroundImage: body.backgroundImage }
  const attributes = page.paint(
    { ...bodyStyle(page), ...backgroundImage },
    undefined,
    { box: true, style: font === undefined ? '' : `font-family:${page.palette.font(font)}` },
    page.backgroundOf(backgroundImage),
  )
  const label = words.title === '' ? '' : ` aria-label="${escapeAttribute(words.title)}"`
  const preheader =
    words.preheader === '' ? '' : `<div${page.classOf('display:none')}>${escapeText(words.preheader)}</div>`
  const article = `<div role="article"${label} lang="${lang}" dir="${page.dir}"${attributes}>${rows}</div>`
  const css =
    resets + page.rules.print(body.breakpoint, classesIn(preheader + article)) + authored(head?.css, words.cleanCss)
  // Text contains no unescaped `<`, so each match is an element.
  const needed = components.filter(({ sign }) => article.includes(sign))
  const html = `<!doctype html><html ⚡4email data-css-strict lang="${lang}" dir="${page.dir}"><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script>${needed.map(({ tag }) => tag).join('')}<style amp4email-boilerplate>body{visibility:hidden}</style><style amp-custom>${css}</style></head><body>${preheader}${article}</body></html>`
  const amp = withoutMarks(html)
  const rendered = { amp, marked: html, bytes: byteLength(amp), styleBytes: byteLength(css) }
  if (rendered.bytes > limits.renderBytes) throw tooLarge('AMP', rendered.bytes)
  if (rendered.bytes > limits.ampBytes) {
    const message = `Email clients ignore the AMP part: it has ${rendered.bytes} bytes, more than ${limits.ampBytes}.`
    values.warnings.add('AMP_TOO_LARGE', message)
  }
  if (rendered.styleBytes > limits.ampStyleBytes) {
    const message = `AMP rejects the style sheet: it has ${rendered.styleBytes} bytes, more than ${limits.ampStyleBytes}.`
    values.warnings.add('AMP_STYLE_TOO_LARGE', message)
  }
  return rendered
}

function classesIn(html: string): Set<string> {
  const names = new Set<string>()
  for (let at = html.indexOf(' class="'); at >= 0; at = html.indexOf(' class="', at + 8)) {
    for (const name of html.slice(at + 8, html.indexOf('"', at + 8)).split(' ')) names.add(name)
  }
  return names
}

function authored(css: string | undefined, clean: AmpWords['cleanCss']): string {
  if (css === undefined || clean === undefined) return ''
  return clean(css).replaceAll('<', '\\3c ')
}
