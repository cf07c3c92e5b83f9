import type {
  Color,
  Link,
  List,
  Marks,
  Paragraph,
  RichText,
  Run,
  Style,
  TagRun,
  TextRun,
} from '../../document/index.ts'
import { addLayer, type ComputedStyle, plainLinkColor } from '../style/computed-style.ts'
import type { Values } from '../values/values.ts'
import { type Page, anywhere } from './page.ts'

/** Paragraphs and lists. A single plain paragraph has no element: the cell has its style. */
export function printRich(page: Page, value: RichText, style: ComputedStyle, mobile: Style = noStyle): string {
  const [first] = value
  if (value.length === 1 && first?.type === 'paragraph' && first.level === undefined && first.align === undefined) {
    return printRuns(page, first.runs, true)
  }
  const between = style.spacing === undefined ? '0 0 1em' : style.spacing === 0 ? '0' : `0 0 ${style.spacing}px`
  const narrow = mobile.spacing === undefined ? '' : `margin-bottom:${mobile.spacing}px!important`
  let out = ''
  for (let at = 0; at < value.length; at++) {
    const part = value[at]
    if (part === undefined) continue
    const isLast = at === value.length - 1
    const available = isLast ? { gap: '0', narrow: '' } : { gap: between, narrow }
    out +=
      part.type === 'list' ? printList(page, part, available) : printParagraph(page, part, available, { style, mobile })
  }
  return out
}

/** Margins around a part, and declarations of the mobile layer. */
interface TextWidth {
  gap: string
  narrow: string
}

const noStyle: Style = {}

/** All runs in one element; paragraphs and items are separated by line breaks. */
export function printInline(page: Page, value: RichText): string {
  const [first] = value
  if (value.length === 1 && first?.type === 'paragraph') return printRuns(page, first.runs, true)
  let out = ''
  for (const part of value) {
    const lines =
      part.type === 'list' ? part.items.map((item) => printRuns(page, item.runs)) : [printRuns(page, part.runs)]
    for (const line of lines) out += out === '' ? line : `<br>${line}`
  }
  return out
}

/** ` href="…" target="_blank"` of a link; empty without a target. */
export function printHref(page: Page, link: Link): string {
  const address = page.gap(writeAddress, link, isAbroad)
  if (address === '') return ''
  const title = link.title === undefined || link.title === '' ? '' : ` title="${page.values.attribute(link.title)}"`
  return ` href="${address}"${address.startsWith('#') ? '' : ' target="_blank"'}${title}`
}

function writeAddress(values: Values, { href, role }: Link): string {
  return values.url(href || (role === undefined ? '' : values.roleAddress(role)))
}

/** True for an external URL: all such links have the same attributes. */
function isAbroad(address: string): boolean {
  return address !== '' && !address.startsWith('#')
}

// Indents lists by margin, because Word ignores the padding of lists.
function printList(page: Page, list: List, { gap, narrow }: TextWidth): string {
  const name = list.ordered ? 'ol' : 'ul'
  const [top = '0', , bottom = top] = gap.split(' ')
  const margin = page.dir === 'rtl' ? `${top} 1.5em ${bottom} 0` : `${top} 0 ${bottom} 1.5em`
  let out = `<${name}${rendered(page, `margin:${margin};padding:0`, narrow)}>`
  for (const [index, item] of list.items.entries()) {
    const inner = item.list === undefined ? '' : printList(page, item.list, { gap: '0', narrow: '' })
    const below = list.spacing === undefined || index === list.items.length - 1 ? '' : `margin:0 0 ${list.spacing}px`
    out += `<li${below === '' ? '' : rendered(page, below)}>${printRuns(page, item.runs, true)}${inner}</li>`
  }
  return `${out}</${name}>`
}

// The page writes the declarations: AMP has classes instead of style attributes.
function rendered(page: Page, style: string, mobile = ''): string {
  return page.paint(unstyled, undefined, { style, mobile })
}

const unstyled: ComputedStyle = {}

/** Runs with their marks, as inline elements. `mayBeEmpty`: the caller needs no check for an empty result. */
export function printRuns(page: Page, runs: readonly Run[], mayBeEmpty = false): string {
  const fits = mayBeEmpty || page.cache === undefined ? undefined : acceptanceOf(runs)
  const [first] = runs
  if (first === undefined) return ''
  let out = printRun(page, first, fits)
  for (let at = 1; at < runs.length; at++) out += printRun(page, runs[at] as Run, fits)
  return out
}

function printRun(page: Page, run: Run, fits: ((text: string) => boolean) | undefined): string {
  if ('break' in run) return '<br>'
  return 'text' in run ? page.once(printText, run, anywhere) : printTag(page, run, fits)
}

// Empty results occur only if all runs are tags.
function acceptanceOf(runs: readonly Run[]): ((text: string) => boolean) | undefined {
  return runs.some((run) => !('tag' in run)) ? undefined : isNotEmpty
}

function printText(page: Page, run: TextRun): string {
  const text = page.values.literal(run.text)
  return isPlain(run) ? text : mark(page, run, text)
}

export function isNotEmpty(text: string): boolean {
  return text !== ''
}

function printTag(page: Page, run: TagRun, fits: ((text: string) => boolean) | undefined): string {
  const text = page.gap(writeTag, run.tag, fits)
  return isPlain(run) ? text : mark(page, run, text)
}

function writeTag(values: Values, tag: TagRun['tag']): string {
  return values.textTag(tag)
}

function printParagraph(
  page: Page,
  part: Paragraph,
  { gap, narrow }: TextWidth,
  { style, mobile }: { style: ComputedStyle; mobile: Style },
): string {
  const align = part.align === undefined ? '' : `;text-align:${part.align}`
  const inner = printRuns(page, part.runs) || '&nbsp;'
  if (part.level === undefined) return `<p${rendered(page, `margin:${gap}${align}`, narrow)}>${inner}</p>`
  const heading = page.document.theme.headings?.[part.level] ?? { weight: 700 }
  const paint = { text: true, style: `margin:${gap}${align}`, mobile: narrow }
  // The theme's heading styles apply on phones too.
  const narrower = mobile === noStyle ? undefined : without(mobile, heading)
  return `<h${part.level}${page.paint(addLayer(style, heading), narrower, paint)}>${inner}</h${part.level}>`
}

function without(mobile: Style, heading: Style): Style {
  const specified = Object.keys(heading)
  return Object.fromEntries(Object.entries(mobile).filter(([name]) => !specified.includes(name)))
}

function isPlain(run: Marks): boolean {
  return !(
    run.bold ||
    run.italic ||
    run.underline ||
    run.strike ||
    run.sub ||
    run.sup ||
    run.code ||
    run.color ||
    run.background ||
    run.font ||
    run.size ||
    run.link
  )
}

function mark(page: Page, run: Marks, text: string): string {
  let out = text
  if (run.code) out = `<code${rendered(page, 'font-family:Consolas,Menlo,monospace')}>${out}</code>`
  if (run.sub) out = `<sub${rendered(page, 'line-height:0')}>${out}</sub>`
  if (run.sup) out = `<sup${rendered(page, 'line-height:0')}>${out}</sup>`
  if (run.strike) out = `<s>${out}</s>`
  if (run.underline) out = `<u>${out}</u>`
  if (run.italic) out = `<em>${out}</em>`
  if (run.bold) out = `<strong>${out}</strong>`
  const spanned = run.background !== undefined || run.font !== undefined || run.size !== undefined
  if (spanned || (run.color !== undefined && run.link === undefined)) {
    out = `<span${page.paint(spanStyle(run), undefined, { text: true, box: true })}>${out}</span>`
  }
  if (run.link === undefined) return out
  const href = printHref(page, run.link)
  if (href === '') return out
  // Adjacent runs may share a link but not its color.
  const paint =
    run.color === undefined ? page.once(paintLink, run.link, anywhere) : linkPaint(page, run.link, run.color)
  return `<a${href}${paint}>${out}</a>`
}

function spanStyle(run: Marks): ComputedStyle {
  const style: ComputedStyle = {}
  if (run.color !== undefined) style.color = run.color
  if (run.background !== undefined) style.background = run.background
  if (run.font !== undefined) style.font = run.font
  if (run.size !== undefined) style.size = run.size
  return style
}

function paintLink(page: Page, link: Link): string {
  return linkPaint(page, link, undefined)
}

function linkPaint(page: Page, link: Link, color: Color | undefined): string {
  const { link: linkStyle } = page.document.theme
  const underline = link.underline === false || linkStyle?.underline === false ? 'none' : 'underline'
  return page.paint({ color: color ?? linkStyle?.color ?? plainLinkColor }, undefined, {
    text: true,
    style: `text-decoration:${underline}`,
  })
}
