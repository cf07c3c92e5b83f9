/** Elements that AMP for Email allows in its body, of those that authored HTML may have (amp.dev, AMP HTML tags). */
export const ampElements = new Set(
  'a abbr address article aside b bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd label li main mark nav ol p pre q rp rt ruby s samp section small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr'.split(
    ' ',
  ),
)

/** What means the same where AMP does not know an element. */
export const ampTwins: Readonly<Record<string, string>> = {
  acronym: 'abbr',
  bdi: 'span',
  big: 'span',
  center: 'div',
  dir: 'ul',
  font: 'span',
  menu: 'ul',
  strike: 's',
  tt: 'code',
}

const cells = ['td', 'th']
const aligned = ['blockquote', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'table', 'tr', ...cells]

const everywhere = new Set(['class', 'dir', 'id', 'lang', 'role', 'style', 'title'])
const somewhere = new Map<string, readonly string[]>(
  Object.entries({
    abbr: ['th'],
    align: aligned,
    bgcolor: ['table', 'tr', ...cells],
    border: ['a', 'table'],
    cellpadding: ['table'],
    cellspacing: ['table'],
    cite: ['blockquote', 'del', 'ins', 'q'],
    colspan: cells,
    datetime: ['del', 'ins', 'time'],
    headers: cells,
    height: cells,
    href: ['a'],
    rel: ['a'],
    rowspan: cells,
    scope: ['th'],
    span: ['col', 'colgroup'],
    start: ['ol'],
    target: ['a'],
    type: ['ol'],
    valign: ['tr', ...cells],
    value: ['li'],
    width: ['table', ...cells],
  }),
)

/** True if AMP allows an attribute on an element; its value is another matter. */
export function isAmpAttribute(element: string, name: string): boolean {
  return everywhere.has(name) || name.startsWith('aria-') || somewhere.get(name)?.includes(element) === true
}
