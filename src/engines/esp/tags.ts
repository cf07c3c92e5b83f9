import type { FieldTag, Filter, Note, TagPlace } from '../data/index.ts'
import { branchOf } from './conditions.ts'
import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'
import type { Reference, References } from './references.ts'

/** Families in whose tags single quotes serve as well as double ones. */
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

/** One merge tag in the provider's words. */
export function writeTag(
  tag: FieldTag,
  place: TagPlace,
  { note, provider, references }: { provider: Provider; references: References; note: Note },
): string {
  const reference = references.of(tag.path, note)
  const isHtml = place !== 'plain'
  const quoteless = place === 'text' || place === 'plain' ? undefined : provider.fieldInAttribute
  const plain =
    quoteless === undefined ? plainTag(tag, reference, { provider, isHtml, note }) : reference.write(quoteless)
  if (plain === undefined) {
    note('TARGET_NO_TAG', `${provider.name} cannot be asked for ${tag.path}; its fallback stands there instead.`)
    return isHtml ? escaped(tag.fallback ?? '') : (tag.fallback ?? '')
  }
  const bare = decorate(plain, tag, { provider, isHtml, note })
  if (tag.fallback === undefined) return inPlace(bare, bare, { place, provider, tag, note })
  const full = withFallback(tag.fallback, tag.path, { plain, reference, provider, references, isHtml, note })
  return inPlace(full === undefined ? bare : decorate(full, tag, { provider, isHtml, note }), bare, {
    place,
    provider,
    tag,
    note,
  })
}

interface Means {
  provider: Provider
  isHtml: boolean
  note: Note
}

function plainTag(tag: FieldTag, reference: Reference, { provider, isHtml, note }: Means): string | undefined {
  if (tag.path === 'now') return provider.family === 'liquid' ? '{{ "now" }}' : undefined
  if (tag.raw !== true || !isHtml || provider.escapes === 'raw') return reference.tag
  const raw = provider.raw === undefined ? undefined : reference.write(provider.raw)
  if (raw === undefined && provider.escapes === 'escaped') {
    note('TARGET_NO_RAW', `${provider.name} escapes ${tag.path}: HTML in it will be seen as text.`)
  }
  return raw ?? reference.tag
}

function withFallback(
  fallback: string,
  path: string,
  {
    plain,
    reference,
    references,
    provider,
    isHtml,
    note,
  }: Means & { plain: string; reference: Reference; references: References },
): string | undefined {
  const pattern = provider.fallback === undefined ? undefined : reference.write(provider.fallback)
  if (pattern !== undefined) {
    const isEscaped = isHtml && !escapesFallback(provider)
    const given = isEscaped ? escaped(fallback) : fallback
    return fill(pattern, { DEFAULT: fitting(given, pattern, { provider, isHtml: isEscaped, note }) })
  }
  const text = isHtml ? escaped(fallback) : fallback
  if (provider.defaults === 'via-conditional' || provider.fallback !== undefined) {
    const self = provider.condition?.scope === 'push' ? provider.condition.self : undefined
    const written = branchOf({ op: 'exists', path }, provider, references, note)?.(self ?? plain, text)
    if (written !== undefined) return written
  }
  const where =
    provider.defaults === 'account-side' ? `set it for the field in ${provider.name}` : `${provider.name} has none`
  note('TARGET_NO_FALLBACK', `The fallback “${fallback}” of ${path} was left out: ${where}.`)
  return undefined
}

/** Whether the provider escapes the fallback with the rest of the tag, by itself or because it is told to. */
function escapesFallback({ escapes, fallback, family }: Provider): boolean {
  if (escapes === 'raw') return piped.has(family)
  // Django takes what is written in a template for HTML.
  return escapes === 'escaped' && fallback?.includes("default:'") !== true
}

/** The fallback without what would end it where it stands. */
function fitting(text: string, pattern: string, { provider, isHtml, note }: Means): string {
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
      `The fallback “${text}” holds characters that mean something to ${provider.name}; “${fit}” was written.`,
    )
  }
  return fit
}

/** With filters, and escaped where the provider does not escape by itself. */
function decorate(written: string, tag: FieldTag, { provider, isHtml, note }: Means): string {
  const filters = (tag.filters ?? []).flatMap((filter) => {
    const spelled = filterOf(filter, provider)
    if (spelled === undefined)
      note('TARGET_NO_FILTER', `${provider.name} has no filter for “${filter.name}”; ${tag.path} is written without.`)
    return spelled ?? []
  })
  if (isHtml && tag.raw !== true && provider.escapes === 'raw' && piped.has(provider.family)) {
    filters.push(provider.family === 'jinja' ? 'e' : 'escape')
  }
  // A condition that stands for a fallback has no pipe to its end.
  if (filters.length === 0 || !/(?:\}\}|\]\])$/.test(written) || /^\{%|^\[%/.test(written)) return written
  const pipe = provider.family === 'jinja' ? '|' : ' | '
  return written.replace(
    /\s*(\}\}|\]\])$/,
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
  { note, place, provider, tag }: { place: TagPlace; provider: Provider; tag: FieldTag; note: Note },
): string {
  if (place === 'plain' || place === 'text' || !full.includes('"')) return full
  // A text in backquotes is one in Go.
  if (provider.family === 'go-template') return full.replaceAll('"', '`')
  if (anyQuotes.has(provider.family) && provider.quotes !== 'double') return full.replaceAll('"', "'")
  if (full !== bare)
    note(
      'TARGET_NO_FALLBACK',
      `In an attribute ${provider.name} cannot have the fallback of ${tag.path}, which needs double quotes.`,
    )
  if (!bare.includes('"')) return bare
  note('TARGET_NO_TAG', `In an attribute ${provider.name} cannot be asked for ${tag.path}, which needs double quotes.`)
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
