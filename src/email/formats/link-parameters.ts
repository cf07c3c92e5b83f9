/** Adds query parameters to the web links of an email; everything else stays byte for byte. */
import type { Token } from 'parse5'
import { type AttributeText, readAttribute } from './attribute-text.ts'
import { scanMarkup } from './scan-markup.ts'
import { type HiddenTags, hideTags } from './tags/hide-tags.ts'

/** Name and encoded value; the value may contain tags without double quotes. */
export type Parameter = readonly [name: string, value: string]

/**
 * The URL with the parameters that it lacks, before its fragment. Unchanged unless it begins with http: or https:, as does a
 * URL that begins with a tag.
 */
export function addUrlParameters(url: string, parameters: readonly Parameter[]): string {
  const { text, restore } = hideUrlTags(url)
  const addition = additionTo(text, parameters)
  if (addition === undefined) return url
  return restore(text.slice(0, addition.at)) + addition.text + restore(text.slice(addition.at))
}

/**
 * HTML with the parameters in the URLs of its links, also in those of VML and conditional comments. Links that an ESP marks
 * as its unsubscribe link stay unchanged, as do those in single quotes that contain double ones.
 */
export function addLinkParameters(html: string, parameters: readonly Parameter[]): string {
  const hidden = hideUrlTags(html)
  const { restore, text } = hidden
  let out = ''
  let done = 0
  for (const { at, insert } of editsOf(hidden, parameters)) {
    out += restore(text.slice(done, at.start)) + insert
    done = at.end
  }
  return out === '' ? html : out + restore(text.slice(done))
}

interface Edit {
  at: { start: number; end: number }
  insert: string
}

function editsOf(hidden: HiddenTags, parameters: readonly Parameter[]): Edit[] {
  const edits: Edit[] = []
  scanMarkup(hidden.text, {
    startTag(token, source, offset) {
      const range = token.location?.attrs?.['href']
      if (range === undefined || !isLink(token)) return
      const attribute = readAttribute(source, range.startOffset, range.endOffset)
      const addition = attribute && additionTo(attribute.value, parameters)
      if (attribute === undefined || addition === undefined) return
      const isQuoted = attribute.quote === '"'
      if (!isQuoted && hidden.restore(source.slice(attribute.start, attribute.end)).includes('"')) return
      const at = offsetIn(attribute, addition.at)
      const { start, end } = attribute
      const found = [{ at: { start: at, end: at }, insert: addition.text.replaceAll('&', '&amp;') }]
      // The tags of the parameters contain blanks and single quotes.
      if (!isQuoted) {
        const width = attribute.quote.length
        found.unshift({ at: { start: start - width, end: start }, insert: '"' })
        found.push({ at: { start: end, end: end + width }, insert: '"' })
      }
      for (const edit of found)
        edits.push({ ...edit, at: { start: edit.at.start + offset, end: edit.at.end + offset } })
    },
  })
  return edits.sort((a, b) => a.at.start - b.at.start)
}

function offsetIn(attribute: AttributeText, index: number): number {
  const write = (text: string) => text
  return attribute.place([{ start: index, end: index, address: '', write }])[0]?.start ?? attribute.end
}

function isLink({ attrs, tagName }: Token.TagToken): boolean {
  if (tagName !== 'a' && tagName !== 'area' && !tagName.startsWith('v:')) return false
  return !attrs.some(({ name }) => name.includes('unsub'))
}

// A fragment such as `#a#` has the form of a tag, which is in a URL only after the name of a parameter.
function hideUrlTags(source: string): HiddenTags {
  return hideTags(
    source,
    ({ form, start }) => form !== 'hash' || source[start + 1] === '{' || source[start - 1] === '=',
  )
}

// Browsers remove these from a URL (WHATWG URL, 4.4).
const dropped = /[\t\n\r\0]/g

/** What to insert into a URL without tags, and the offset; undefined if nothing. */
function additionTo(url: string, parameters: readonly Parameter[]): { at: number; text: string } | undefined {
  if (!/^\s*https?:/i.test(url.replace(dropped, ''))) return undefined
  const fragment = url.indexOf('#')
  const at = fragment < 0 ? url.trimEnd().length : fragment
  const question = url.slice(0, at).indexOf('?')
  const query = question < 0 ? '' : url.slice(question + 1, at)
  const names = namesIn(query)
  const added = parameters.filter(([name]) => !names.has(name)).map(([name, value]) => `${name}=${value}`)
  if (added.length === 0) return undefined
  const separator = question < 0 ? '?' : query === '' || query.endsWith('&') ? '' : '&'
  return { at, text: separator + added.join('&') }
}

/** Names of the parameters of a query, in lower case. */
function namesIn(query: string): Set<string> {
  const names = new Set<string>()
  for (const name of new URLSearchParams(`?${query.replace(dropped, '')}`).keys())
    names.add(name.toLowerCase().replace(/^amp;/, ''))
  return names
}
