import { type Edit, applyEdits } from '../edits.ts'
import { type SourceTag, TooComplex, parseHtml } from '../html-tokens.ts'
import { cleanAmpDeclarations } from './amp-css.ts'

export interface AmpHtml {
  html: string
  /** Removed content that AMP does not allow, such as `img without https`. */
  removed: string[]
  /** An image has the class `fit`: its aspect ratio is unknown. */
  hasFit: boolean
}

const unread = new Set(
  'style script title template noscript xml object svg math video audio iframe map select textarea button'.split(' '),
)
const link = /^\s*(?:https?:\/\/|mailto:|tel:)/i
const secure = /^https:\/\//i
const before = '<!DOCTYPE html><html><body><table><tbody><tr><td>'

/**
 * Converts sanitized authored HTML for AMP for Email: images become amp-img, obsolete elements their equivalents; forbidden
 * elements, styles and comments are removed. Edits the tags in the source, so that the ESP's tags between them keep their
 * position. If `isFinal`, no ESP replaces tags any more, so a tag is not valid as a URL. HTML too deep to parse is removed
 * completely.
 */
export function cleanAmpHtml(source: string, { isFinal = false } = {}): AmpHtml {
  if (!source.includes('<')) return { html: source, removed: [], hasFit: false }
  try {
    return new AmpCleaner(source, isFinal).run()
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    return { html: '', removed: ['HTML that cannot be parsed'], hasFit: false }
  }
}

class AmpCleaner {
  readonly #source: string
  readonly #isFinal: boolean
  readonly #removed = new Set<string>()
  #hasFit = false

  constructor(source: string, isFinal: boolean) {
    this.#source = source
    this.#isFinal = isFinal
  }

  run(): AmpHtml {
    const edits: Edit[] = []
    let skippedTo = 0
    const tags = parseHtml(before + this.#source).tags.filter(({ start }) => start >= before.length)
    const closings = closingsOf(tags)
    for (const tag of tags) {
      const start = tag.start - before.length
      const end = Math.min(tag.end - before.length, this.#source.length)
      if (start < skippedTo || end <= start) continue
      const text = tag.kind === 'start' || tag.kind === 'end' ? this.#tag(tag) : ''
      if (tag.kind === 'start' && unread.has(tag.name)) {
        skippedTo = (closings.get(tag) ?? tag.end) - before.length
        edits.push({ start, end: skippedTo, text: '' })
      } else if (text !== this.#source.slice(start, end)) edits.push({ start, end, text })
    }
    return { html: applyEdits(this.#source, edits), removed: [...this.#removed], hasFit: this.#hasFit }
  }

  #tag({ attributes, kind, name }: SourceTag): string {
    const known = ampElements.has(name) ? name : ampEquivalents[name]
    if (kind === 'end') return known === undefined ? '' : `</${known}>`
    if (name === 'img') return this.#image(attributes)
    if (known === undefined) {
      if (name !== 'tbody' && name !== 'picture' && name !== 'source')
        this.#removed.add(`${name.slice(0, 40)} elements`)
      return ''
    }
    let out = `<${known}`
    if (name === 'center') out += ' align="center"'
    for (const { name: attribute, value } of attributes) {
      if (name !== 'center' || attribute !== 'align') out += this.#attribute(known, attribute, value)
    }
    return `${out}>`
  }

  #attribute(element: string, name: string, value: string): string {
    if (!isAmpAttribute(element, name)) return ''
    switch (name) {
      case 'style': {
        const css = cleanAmpDeclarations(value)
        return css === '' ? '' : ` style="${escape(css)}"`
      }
      case 'href': {
        if (this.#takes(value, link)) return ` href="${escape(value)}"`
        if (value !== '') this.#removed.add('links that are not http, https, mailto or tel')
        return ''
      }
      case 'cite':
        return ''
      case 'target':
        return ' target="_blank"'
      case 'class':
        return value.includes('i-amphtml') ? '' : ` class="${escape(value)}"`
      case 'id':
        return /^[A-Za-z][\w-]*$/.test(value) && !/amp/i.test(value) ? ` id="${value}"` : ''
      default:
        return ` ${name}="${escape(value)}"`
    }
  }

  // A tag may be a whole URL as long as an ESP replaces it.
  #takes(address: string, schemes: RegExp): boolean {
    return address.trimStart().startsWith('{{') ? !this.#isFinal : schemes.test(address)
  }

  #image(attributes: SourceTag['attributes']): string {
    const given = new Map(attributes.map(({ name, value }) => [name, value]))
    const src = (given.get('src') ?? '').trim()
    const alt = escape(given.get('alt') ?? '')
    if (!this.#takes(src, secure)) {
      this.#removed.add('images without an https URL')
      return alt
    }
    const style = given.get('style') ?? ''
    const width = size(given.get('width'), /(?:^|;)\s*width\s*:\s*(\d+)px/i.exec(style)?.[1])
    const height = size(given.get('height'), /(?:^|;)\s*height\s*:\s*(\d+)px/i.exec(style)?.[1])
    const shared = `<amp-img src="${escape(src)}" alt="${alt}"`
    if (width !== undefined && height !== undefined) {
      return `${shared} width="${width}" height="${height}" layout="intrinsic"></amp-img>`
    }
    this.#hasFit = true
    const maxWidth = width === undefined ? '' : `;max-width:${width}px`
    return `<span style="display:block;width:100%${maxWidth}"><span style="display:block;position:relative;padding-top:56.25%">${shared} layout="fill" class="fit"></amp-img></span></span>`
  }
}

/** The end of each element that is removed with its content: after the next end tag of its name. */
function closingsOf(tags: readonly SourceTag[]): Map<SourceTag, number> {
  const closings = new Map<SourceTag, number>()
  const next = new Map<string, number>()
  for (let at = tags.length - 1; at >= 0; at--) {
    const tag = tags[at]
    if (tag === undefined || !unread.has(tag.name)) continue
    const end = next.get(tag.name)
    if (tag.kind === 'end') next.set(tag.name, tag.end)
    else if (end !== undefined) closings.set(tag, end)
  }
  return closings
}

function size(attribute: string | undefined, style: string | undefined): number | undefined {
  const value = Number.parseInt(attribute?.trim().match(/^\d+(?:px)?$/)?.[0] ?? style ?? '', 10)
  return Number.isInteger(value) && value > 0 && value <= 4000 ? value : undefined
}

// Values are decoded; merge tags have their quotes as single ones, which do not end the attribute.
function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Elements that AMP for Email allows in its body, limited to those allowed in authored HTML (amp.dev, AMP HTML tags). */
const ampElements = new Set(
  'a abbr address article aside b bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd label li main mark nav ol p pre q rp rt ruby s samp section small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr'.split(
    ' ',
  ),
)

/** Equivalents of elements that AMP does not support. */
const ampEquivalents: Readonly<Record<string, string>> = {
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

const globalAttributes = new Set(['class', 'dir', 'id', 'lang', 'role', 'style', 'title'])
const elementAttributes = new Map<string, readonly string[]>(
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

/** True if AMP allows the attribute on the element; the value is validated separately. */
function isAmpAttribute(element: string, name: string): boolean {
  return (
    globalAttributes.has(name) || name.startsWith('aria-') || elementAttributes.get(name)?.includes(element) === true
  )
}
