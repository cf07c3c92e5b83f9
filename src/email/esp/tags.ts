import type { FieldTag, Filter, NoteNative, TagPlace, UrlPart } from '../data/index.ts'
import { branchOf } from './conditions.ts'
import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'
import type { Reference, References } from './references.ts'

/** Families whose tags accept single and double quotes. */
const anyQuotes = new Set([
  'liquid',
  'liquid-square',
  'jinja',
  'handlebars',
  'smarty',
  'tt2',
  'sparkpost',
  'freemarker',
])
const piped = new Set(['liquid', 'liquid-square', 'jinja'])

/**
 * Writes one merge tag for the provider. `part` is the part of a URL that it fills, which determines the encoding of its
 * value.
 */
export function writeTag(
  tag: FieldTag,
  place: TagPlace,
  {
    note,
    part,
    provider,
    references,
  }: { provider: Provider; references: References; note: NoteNative; part?: UrlPart | undefined },
): string {
  const reference = references.of(tag.path, note)
  const isHtml = place !== 'plain'
  const quoteless = place === 'text' || place === 'plain' ? undefined : provider.fieldInAttribute
  const encoding = part === undefined ? undefined : encodingOf(part, place, provider)
  const deps: TagContext = { provider, isHtml, note, encoding }
  const encoded = encoding?.by === 'pattern' ? reference.write(encoding.pattern) : undefined
  const plain = encoded ?? (quoteless === undefined ? plainTag(tag, reference, deps) : reference.write(quoteless))
  if (plain === undefined) {
    note('TARGET_NO_TAG', `${provider.name} cannot express ${tag.path}; its fallback is used instead.`)
    return fallbackText(tag.fallback ?? '', deps)
  }
  if (encoding?.by === 'nothing' || (encoding?.by === 'pattern' && encoded === undefined)) {
    note(
      'TARGET_URL_NOT_ENCODED',
      `${provider.name} has no known way to encode ${tag.path} in a URL: a space or & in the value would change the URL. Provide the encoded value.`,
    )
  }
  const bare = encoded ?? decorate(plain, tag, deps)
  if (tag.fallback === undefined) return inPlace(bare, bare, { place, provider, tag, note })
  const full = withFallback(tag, { bare, reference, references, ...deps }) ?? bare
  return inPlace(full, bare, { place, provider, tag, note })
}

interface TagContext {
  provider: Provider
  isHtml: boolean
  note: NoteNative
  encoding: Encoding | undefined
}

type Encoding =
  | { by: 'filters'; filters: readonly string[] }
  | { by: 'pattern'; pattern: string }
  /** The engine detects the URL context itself. */
  | { by: 'engine' }
  | { by: 'nothing' }

function encodingOf(part: UrlPart, place: TagPlace, { family, filters, urlEncoded }: Provider): Encoding {
  if (typeof urlEncoded === 'string') return { by: 'pattern', pattern: urlEncoded }
  if (urlEncoded === false || filters === false) return { by: 'nothing' }
  switch (family) {
    case 'jinja':
      return { by: 'filters', filters: ['urlencode'] }
    case 'liquid':
    case 'liquid-square':
      // Liquid encodes a space as a plus, which means a space only in a query.
      return { by: 'filters', filters: ['url_encode', ...(part === 'path' ? slashed : [])] }
    case 'go-template':
      return place === 'plain' ? { by: 'filters', filters: ['urlquery'] } : { by: 'engine' }
    default:
      return { by: 'nothing' }
  }
}

const slashed = ["replace: '+', '%20'", "replace: '%2F', '/'"]

/** Encodes or escapes a fallback to which no filter applies. */
function fallbackText(text: string, { encoding, isHtml }: TagContext): string {
  if (encoding !== undefined) return encodeURIComponent(text.toWellFormed())
  return isHtml ? escaped(text) : text
}

function plainTag(tag: FieldTag, reference: Reference, { provider, isHtml, note }: TagContext): string | undefined {
  if (tag.path === 'now') return provider.family === 'liquid' ? '{{ "now" }}' : undefined
  if (tag.raw !== true || !isHtml || provider.escapes === 'raw') return reference.tag
  const raw = provider.raw === undefined ? undefined : reference.write(provider.raw)
  if (raw === undefined && provider.escapes === 'escaped') {
    note('TARGET_NO_RAW', `${provider.name} escapes ${tag.path}: HTML in it is shown as text.`)
  }
  return raw ?? reference.tag
}

function withFallback(
  tag: FieldTag,
  deps: TagContext & { bare: string; reference: Reference; references: References },
): string | undefined {
  const { path, fallback = '' } = tag
  const { bare, encoding, isHtml, note, provider, reference, references } = deps
  const pattern =
    provider.fallback === undefined || encoding?.by === 'pattern' ? undefined : reference.write(provider.fallback)
  if (pattern !== undefined) {
    const isEncoded = encoding?.by === 'nothing'
    const isEscaped = isHtml && encoding === undefined && !escapesFallback(provider)
    const given = isEncoded ? fallbackText(fallback, deps) : isEscaped ? escaped(fallback) : fallback
    const fit = fitting(given, pattern, { ...deps, isHtml: isEscaped })
    return decorate(fill(pattern, { DEFAULT: fit }), tag, deps)
  }
  if (provider.defaults === 'via-conditional' || provider.fallback !== undefined) {
    const self = provider.condition?.scope === 'push' ? provider.condition.self : undefined
    const text = fallbackText(fallback, deps)
    const written = branchOf({ op: 'exists', path }, provider, references, note)?.(self ?? bare, text)
    if (written !== undefined) return written
  }
  const where =
    provider.defaults === 'account-side'
      ? `set it for the field in ${provider.name}`
      : `${provider.name} does not support fallbacks`
  note('TARGET_NO_FALLBACK', `The fallback “${fallback}” of ${path} was removed: ${where}.`)
  return undefined
}

/** True if the provider escapes the fallback with the rest of the tag, by default or through a filter. */
function escapesFallback({ escapes, fallback, family }: Provider): boolean {
  if (escapes === 'raw') return piped.has(family)
  // Django treats literals in a template as safe HTML.
  return escapes === 'escaped' && fallback?.includes("default:'") !== true
}

/** The fallback without characters that would end it at its position. */
function fitting(
  text: string,
  pattern: string,
  { provider, isHtml, note }: Pick<TagContext, 'provider' | 'isHtml' | 'note'>,
): string {
  const [before = '', after = ''] = pattern.split('{DEFAULT}')
  const quote = /["']$/.exec(before)?.[0]
  let fit = text
  if (quote !== undefined && !isHtml) fit = fit.replaceAll(quote, quote === '"' ? '”' : '’')
  const end = after.trim()[0] ?? ''
  if (quote === undefined && end !== '') fit = fit.split(end).join('')
  fit = fit.replace(/\{\{|\}\}|\{%|%\}|\*\||\|\*|%%/g, '')
  if (fit !== text && text !== fit.replaceAll('’', "'").replaceAll('”', '"')) {
    note(
      'TARGET_FALLBACK_CHANGED',
      `The fallback “${text}” contains special characters of ${provider.name}; “${fit}” was used.`,
    )
  }
  return fit
}

/** Adds filters, including escaping or encoding if the provider does neither by default. */
function decorate(written: string, tag: FieldTag, { encoding, provider, isHtml, note }: TagContext): string {
  const filters = (tag.filters ?? []).flatMap((filter) => {
    const filterCode = filterOf(filter, provider)
    if (filterCode === undefined)
      note(
        'TARGET_NO_FILTER',
        `${provider.name} has no equivalent of the filter “${filter.name}”; ${tag.path} was written without it.`,
      )
    return filterCode ?? []
  })
  // An encoded value contains nothing that needs escaping.
  if (encoding?.by === 'filters') filters.push(...encoding.filters)
  else if (isHtml && tag.raw !== true && provider.escapes === 'raw' && piped.has(provider.family)) {
    filters.push(provider.family === 'jinja' ? 'e' : 'escape')
  }
  // A condition that serves as a fallback has no pipe before its end.
  if (filters.length === 0 || !/(?:\}\}|\]\])$/.test(written) || /^\{%|^\[%/.test(written)) return written
  const pipe = provider.family === 'jinja' ? '|' : ' | '
  return written.replace(
    /(?:(?<!\s)\s+)?(\}\}|\]\])$/,
    (_all, end: string) => `${filters.map((name) => pipe + name).join('')} ${end}`,
  )
}

function filterOf({ argument, name, zone }: Filter, { family, filters }: Provider): string | undefined {
  if (!piped.has(family) || filters === false || zone !== undefined) return undefined
  const isJinja = family === 'jinja'
  switch (name) {
    case 'upper':
      return isJinja ? 'upper' : 'upcase'
    case 'lower':
      return isJinja ? 'lower' : 'downcase'
    case 'capitalize':
      return isJinja ? undefined : 'capitalize'
    case 'url':
      return isJinja ? 'urlencode' : 'url_encode'
    case 'truncate':
      return isJinja ? undefined : `truncate: ${argument ?? 50}`
    case 'date':
      return isJinja || typeof argument !== 'string' || argument.includes("'") ? undefined : `date: '${argument}'`
    case 'number':
      return undefined
  }
}

function inPlace(
  full: string,
  bare: string,
  { note, place, provider, tag }: { place: TagPlace; provider: Provider; tag: FieldTag; note: NoteNative },
): string {
  if (place === 'plain' || place === 'text' || !full.includes('"')) return full
  // Go accepts strings in backquotes.
  if (provider.family === 'go-template') return full.replaceAll('"', '`')
  if (anyQuotes.has(provider.family) && provider.quotes !== 'double') return full.replaceAll('"', "'")
  if (full !== bare)
    note(
      'TARGET_NO_FALLBACK',
      `The fallback of ${tag.path} needs double quotes, which ${provider.name} does not allow inside an attribute.`,
    )
  if (!bare.includes('"')) return bare
  note('TARGET_NO_TAG', `In an attribute ${provider.name} cannot express ${tag.path}, which needs double quotes.`)
  return ''
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
