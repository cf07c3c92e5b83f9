import type { Element } from '../read/element.ts'
import { type Declaration, readDeclarations } from './declarations.ts'

const block = 'display:block'
const list = `${block};margin:1em 0`

/** User agent style sheet (HTML, section 15.3). */
const sheet: Readonly<Record<string, string>> = {
  html: block,
  body: `${block};margin:8px`,
  div: block,
  article: block,
  section: block,
  header: block,
  footer: block,
  main: block,
  nav: block,
  aside: block,
  address: `${block};font-style:italic`,
  form: block,
  fieldset: `${block};margin:0 2px;padding:0.35em 0.75em 0.625em;border:2px groove #c0c0c0`,
  figure: `${block};margin:1em 40px`,
  figcaption: block,
  details: block,
  summary: block,
  p: `${block};margin:1em 0`,
  blockquote: `${block};margin:1em 40px`,
  center: `${block};text-align:-webkit-center`,
  hr: `${block};margin:0.5em auto;border:1px inset #808080`,
  dl: `${block};margin:1em 0`,
  dt: block,
  dd: `${block};margin-left:40px`,
  ul: `${list};list-style-type:disc`,
  ol: `${list};list-style-type:decimal`,
  menu: `${list};list-style-type:disc`,
  li: 'display:list-item',
  h1: `${block};font-size:2em;margin:0.67em 0;font-weight:bold`,
  h2: `${block};font-size:1.5em;margin:0.83em 0;font-weight:bold`,
  h3: `${block};font-size:1.17em;margin:1em 0;font-weight:bold`,
  h4: `${block};margin:1.33em 0;font-weight:bold`,
  h5: `${block};font-size:0.83em;margin:1.67em 0;font-weight:bold`,
  h6: `${block};font-size:0.67em;margin:2.33em 0;font-weight:bold`,
  pre: `${block};margin:1em 0;font-family:monospace;white-space:pre`,
  code: 'font-family:monospace',
  kbd: 'font-family:monospace',
  samp: 'font-family:monospace',
  tt: 'font-family:monospace',
  b: 'font-weight:bolder',
  strong: 'font-weight:bolder',
  i: 'font-style:italic',
  em: 'font-style:italic',
  cite: 'font-style:italic',
  dfn: 'font-style:italic',
  u: 'text-decoration:underline',
  ins: 'text-decoration:underline',
  s: 'text-decoration:line-through',
  strike: 'text-decoration:line-through',
  del: 'text-decoration:line-through',
  mark: 'background-color:#ffff00;color:#000000',
  small: 'font-size:smaller',
  big: 'font-size:larger',
  sub: 'font-size:smaller;vertical-align:sub',
  sup: 'font-size:smaller;vertical-align:super',
  table: 'display:table;border-spacing:2px;box-sizing:border-box;text-indent:0',
  caption: `${block};text-align:center`,
  thead: 'display:table-header-group;vertical-align:middle',
  tbody: 'display:table-row-group;vertical-align:middle',
  tfoot: 'display:table-footer-group;vertical-align:middle',
  tr: 'display:table-row;vertical-align:inherit',
  td: 'display:table-cell;padding:1px;vertical-align:inherit',
  th: 'display:table-cell;padding:1px;vertical-align:inherit;font-weight:bold;text-align:center',
  button: 'display:inline-block;padding:1px 6px;border:2px outset #767676;background-color:#efefef;text-align:center',
  input:
    'display:inline-block;padding:1px 2px;border:2px inset #767676;background-color:#ffffff;width:150px;height:17px',
  colgroup: 'display:none',
  col: 'display:none',
  head: 'display:none',
  title: 'display:none',
  meta: 'display:none',
  link: 'display:none',
  style: 'display:none',
}

const link = 'color:#0000ee;text-decoration:underline'

const lists = new Set(['ul', 'ol', 'menu'])

/** User agent declarations, in text of a direction. */
export function defaultsOf({ name, attributes }: Element, direction: 'ltr' | 'rtl'): readonly Declaration[] {
  if (name === 'a') return attributes['href'] === undefined ? [] : readDeclarations(link)
  const css = Object.hasOwn(sheet, name) ? sheet[name] : undefined
  if (css === undefined) return []
  return readDeclarations(lists.has(name) ? `${css};padding-${direction === 'rtl' ? 'right' : 'left'}:40px` : css)
}
