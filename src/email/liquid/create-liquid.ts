import { Liquid, type FilterImplOptions } from 'liquidjs'
import { limits } from '../../kernel/limits.ts'
import { type Filter, type ReadContext, applyFilter, filterProblem } from '../data/index.ts'
import { escapeText } from '../render/index.ts'
import { EscapedText, RawHtml } from './marked-text.ts'

const tags = new Set(
  'if unless case for tablerow assign capture comment raw break continue increment decrement #'.split(' '),
)
const filters = new Set(
  (
    'default append prepend ceil floor round abs at_least at_most plus minus times divided_by modulo compact concat ' +
    'first last join lstrip rstrip strip map where reject find has group_by reverse size slice sort sort_natural split ' +
    'strip_html strip_newlines sum truncate truncatewords uniq remove remove_first remove_last replace replace_first ' +
    'replace_last url_decode normalize_whitespace array_to_sentence_string'
  ).split(' '),
)

/** The last filter of every output, with the number of its position. */
export const putFilter = 'svc_put'

type Handler = (value: unknown, ...args: never[]) => unknown

/**
 * A Liquid engine that reads only own properties of plain data: no files, no partials, our date filter, and limits
 * for time and memory. `put` writes the value of an output; `place` is its number.
 */
export function createLiquid(context: ReadContext, put: (value: unknown, place: number) => string): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: limits.documentBytes,
    renderLimit: limits.liquidMs,
    memoryLimit: limits.liquidUnits,
    templates: {},
    cache: false,
  })
  for (const name of Object.keys(liquid.tags)) if (!tags.has(name)) delete liquid.tags[name]
  for (const name of Object.keys(liquid.filters)) if (!filters.has(name)) delete liquid.filters[name]
  const truncateText = liquid.filters['truncate'] as Handler
  const register = (name: string, handler: Handler) => liquid.registerFilter(name, handler as FilterImplOptions)
  for (const [name, own] of Object.entries(ownFilters))
    register(name, (value: unknown, ...args: never[]) => ownFilter(own, value, args, context))
  register('truncate', function (this: unknown, value: unknown, length?: unknown, end?: unknown) {
    if (end !== undefined) return truncateText.call(this, value, length as never, end as never)
    return ownFilter('truncate', value, (length === undefined ? [] : [length]) as never[], context)
  } as Handler)
  register('escape', (value: unknown) => new EscapedText(escapeText(text(value)).replaceAll('"', '&quot;')))
  register('escape_once', (value: unknown) => (value instanceof EscapedText ? value : text(value)))
  register('newline_to_br', (value: unknown) => new EscapedText(escapeText(text(value)).replace(/\r?\n/g, '<br>\n')))
  register('raw', (value: unknown) => new RawHtml(text(value)))
  register(putFilter, (value: unknown, place: never) => put(value, place))
  return liquid
}

const ownFilters: Readonly<Record<string, Filter['name']>> = {
  upcase: 'upper',
  downcase: 'lower',
  capitalize: 'capitalize',
  date: 'date',
  number: 'number',
  url_encode: 'url',
}

// Filters of the data language have the same semantics here.
function ownFilter(name: Filter['name'], value: unknown, args: readonly unknown[], context: ReadContext): string {
  const filter: Filter = { name }
  const [argument, zone] = args
  if (typeof argument === 'string' || typeof argument === 'number') filter.argument = argument
  if (typeof zone === 'string') filter.zone = zone
  const problem = filterProblem(filter, args.length)
  if (problem !== undefined) throw new Error(problem)
  return applyFilter(filter, text(value), value, context)
}

function text(value: unknown): string {
  return value === undefined ||
    value === null ||
    (typeof value === 'object' && !(value instanceof EscapedText || value instanceof RawHtml))
    ? ''
    : String(value)
}
