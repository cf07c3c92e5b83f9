import { type HtmlContext, boxLengths } from '../render/index.ts'
import { plainPaint } from './paint.ts'

const table = '<table role="presentation" cellpadding="0" cellspacing="0"'

/**
 * Inline items that wrap to the next line. Word cannot wrap styled inline elements, so it gets a table of one row.
 * `padding` is set on Outlook's cells, because Outlook ignores that of links.
 */
export function renderItemRow(items: readonly string[], context: HtmlContext, padding = ''): string {
  const [first] = items
  if (first === undefined) return ''
  const cell = padding === '' ? '<td>' : `<td style="padding:${padding}">`
  const align = context.align === 'center' || context.align === 'right' ? ` align="${context.align}"` : ''
  const open = context.mso(`${table}${align}><tr>${cell}`)
  if (open === '') return items.join('')
  const between = context.mso(`</td>${cell}`)
  let row = open + first
  for (let at = 1; at < items.length; at++) row += between + items[at]
  return row + context.mso('</td></tr></table>')
}

/** A small table with inline layout. */
export function inlineTable(rows: string, margin: string, context: HtmlContext): string {
  const { innerPadding } = context.mobile
  const mobile = innerPadding === undefined ? '' : `margin:${boxLengths(innerPadding)}!important`
  const paint = plainPaint(context, `display:inline-table;vertical-align:top;margin:${margin}`, mobile)
  return `${table}${paint}>${rows}</table>`
}
