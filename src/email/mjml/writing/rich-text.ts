import { printTag } from '../../data/index.ts'
import type { Link, List, Marks, Paragraph, RichText, Run, Style, Theme } from '../../document/index.ts'
import { plainLinkColor } from '../../render/index.ts'
import { type Paints, escapeText } from './attributes.ts'

/** Liquid for link roles that an ESP replaces. */
const roleAddresses: Readonly<Record<string, string>> = {
  unsubscribe: '{{ unsubscribe_url }}',
  view: '{{ view_url }}',
  preferences: '{{ preferences_url }}',
  forward: '{{ forward_url }}',
  address: '{{ address_url }}',
}

export interface TextPrinting {
  paints: Paints
  theme: Theme
}

/** Converts rich text to the HTML of mj-text; everything that mjml's style sheet would change is explicit. */
export function printRich(rich: RichText, style: Style, printing: TextPrinting): string {
  const [first] = rich
  if (rich.length === 1 && first?.type === 'paragraph' && first.level === undefined && first.align === undefined) {
    return printRuns(first.runs, printing)
  }
  const between = style.spacing === undefined ? `${style.size ?? 16}px` : `${style.spacing}px`
  return rich
    .map((part, at) => {
      const gap = at === rich.length - 1 ? '0' : `0 0 ${between}`
      return part.type === 'list' ? printList(part, gap, printing) : printParagraph(part, gap, style, printing)
    })
    .join('')
}

/** Rich text in one line; line breaks separate paragraphs. */
export function printInline(rich: RichText, printing: TextPrinting): string {
  return rich
    .flatMap((part) => (part.type === 'list' ? part.items.map((item) => item.runs) : [part.runs]))
    .map((runs) => printRuns(runs, printing))
    .join('<br />')
}

/** `gap` is the margin of the list. */
export function printList(list: List, gap: string, printing: TextPrinting): string {
  const name = list.ordered ? 'ol' : 'ul'
  const items = list.items.map((item, index) => {
    const inner = item.list === undefined ? '' : printList(item.list, '0', printing)
    const below =
      list.spacing === undefined || index === list.items.length - 1 ? '' : ` style="margin:0 0 ${list.spacing}px"`
    return `<li${below}>${printRuns(item.runs, printing)}${inner}</li>`
  })
  const [top = '0', , bottom = top] = gap.split(' ')
  return `<${name} style="margin:${top} 0 ${bottom} 1.5em;padding:0">${items.join('')}</${name}>`
}

function printParagraph(part: Paragraph, gap: string, style: Style, printing: TextPrinting): string {
  const align = part.align === undefined ? '' : `;text-align:${part.align}`
  const inner = printRuns(part.runs, printing) || '&nbsp;'
  if (part.level === undefined) return `<p style="margin:${gap}${align}">${inner}</p>`
  const look: Style = { ...style, weight: 700, ...printing.theme.headings?.[part.level] }
  return `<h${part.level} style="margin:${gap}${align};${headingCss(look, printing.paints)}">${inner}</h${part.level}>`
}

/** Declarations that override the browser's default size and weight of headings. */
export function headingCss(style: Style, paints: Paints): string {
  const color = paints.color(style.color)
  return [
    `font-size:${style.size ?? 16}px`,
    `font-weight:${style.weight ?? 700}`,
    ...(style.lineHeight === undefined ? [] : [`line-height:${style.lineHeight}`]),
    ...(color === undefined ? [] : [`color:${color}`]),
  ].join(';')
}

function printRuns(runs: readonly Run[], printing: TextPrinting): string {
  return runs
    .map((run) => {
      if ('break' in run) return '<br />'
      const text = 'text' in run ? printLiteral(run.text) : escapeText(printTag(run.tag))
      return printMarks(run, text, printing)
    })
    .join('')
}

// Literal braces are escaped, because they would be parsed as a tag when the result is read again; so are non-breaking
// spaces, which would be trimmed at the ends.
function printLiteral(text: string): string {
  return escapeText(text)
    .replace(/\{(?=[{%])/g, '{{ "{" }}')
    .replaceAll('\u00a0', '&nbsp;')
}

function printMarks(run: Marks, text: string, { paints, theme }: TextPrinting): string {
  let out = text
  if (run.code) out = `<code style="font-family:Consolas,Menlo,monospace">${out}</code>`
  if (run.sub) out = `<sub style="line-height:0">${out}</sub>`
  if (run.sup) out = `<sup style="line-height:0">${out}</sup>`
  if (run.strike) out = `<s>${out}</s>`
  if (run.underline) out = `<u>${out}</u>`
  if (run.italic) out = `<em>${out}</em>`
  if (run.bold) out = `<strong>${out}</strong>`
  const css = [
    ...(run.link === undefined ? declared('color', paints.color(run.color)) : []),
    ...declared('background-color', paints.color(run.background)),
    ...declared('font-family', paints.font(run.font)?.replaceAll('"', "'")),
    ...(run.size === undefined ? [] : [`font-size:${run.size}px`]),
  ]
  if (css.length > 0) out = `<span style="${css.join(';')}">${out}</span>`
  const { link } = run
  if (link === undefined) return out
  const line = link.underline === false || theme.link?.underline === false ? 'none' : 'underline'
  const color = paints.color(run.color ?? theme.link?.color ?? plainLinkColor)
  return `<a ${linkTarget(link)} style="color:${color ?? plainLinkColor};text-decoration:${line}">${out}</a>`
}

function linkTarget({ href, role, title }: Link): string {
  const address = href || (role === undefined ? '' : (roleAddresses[role] ?? ''))
  const titleAttribute = title === undefined || title === '' ? '' : ` title="${quote(title)}"`
  const role_ = role === undefined ? '' : ` data-role="${role}"`
  return `href="${quote(address)}"${role_} target="_blank"${titleAttribute}`
}

function quote(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

function declared(property: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${property}:${value}`]
}
