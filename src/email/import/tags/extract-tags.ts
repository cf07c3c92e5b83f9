import { createDialects } from './dialects.ts'
import { type ExtractedTag, maxTags, placeholderOf, tagOf } from './extracted.ts'

interface Extracted {
  /** The source with a placeholder of three characters for each tag. */
  text: string
  tags: ExtractedTag[]
}

interface Delimiter {
  open: string
  close: string
  /** Excludes matches in which these characters do not mean a tag. */
  except?: RegExp
  /** Not used in style sheets, where the opening characters have another meaning. */
  isForText?: boolean
}

const delimiters: readonly Delimiter[] = [
  { open: '{{{', close: '}}}' },
  { open: '{{!--', close: '--}}' },
  { open: '{{', close: '}}' },
  { open: '{%', close: '%}' },
  { open: '{#', close: '#}', except: /[\n{}]/, isForText: true },
  { open: '*|', close: '|*', except: /[\n<>]/ },
  { open: '%%[', close: ']%%' },
  { open: '%%', close: '%%', except: /[\s<>"'&;%]/ },
  { open: '<%', close: '%>' },
]
const maxLength = 4000
const commentOpen = /\{%[-+]?\s{0,9}comment\b/y
const commentClose = /\{%[-+]?\s{0,9}endcomment\s{0,9}[-+]?%\}/g
/** A placeholder for a URL, such as `[unsubscribe]`, `%WEBVERSION%` or `{$url}`: a tag only where it is all of a link. */
export const linkPlaceholder =
  /(?<=\bhref\s{0,9}=\s{0,9}["']\s{0,9})(?:\[{1,2}[^[\]{}"'<>|]{1,120}\]{1,2}|\{\$?[\w .-]{1,80}\}|%[\w-]{3,80}%)(?=\s{0,9}["'])/gi
const opening = new RegExp(`\\{\\{|\\{%|\\{#|\\*\\||%%|<%|\\uf8f0|</?style\\b|${linkPlaceholder.source}`, 'gi')

/**
 * Replaces the template tags of a source with placeholders before parsing: a parser would move tags out of tables, and their
 * quotes would end attribute values. In linear time; an unclosed tag is text.
 */
export function extractTags(source: string): Extracted {
  const tags: ExtractedTag[] = []
  const meaning = createDialects(source)
  const absent = new Set<string>()
  let text = ''
  let from = 0
  let inStyle = false
  opening.lastIndex = 0
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    const at = match.index
    if (/^<\/?s/i.test(match[0])) {
      inStyle = match[0][1] !== '/'
      continue
    }
    const isPlaceholder = match[0].length > 2
    const end =
      match[0] === '\uf8f0' ? at + 1 : isPlaceholder ? at + match[0].length : endOfTag(source, at, { inStyle, absent })
    if (end === undefined || tags.length >= maxTags) continue
    const whole = source.slice(at, end)
    tags.push(match[0] === '\uf8f0' ? { kind: 'opaque', source: whole, isPlain: true } : meaning(whole, end))
    text += source.slice(from, at) + placeholderOf(tags.length - 1)
    from = end
    opening.lastIndex = end
  }
  return { text: joinOptionalLinks(text + source.slice(from), tags), tags }
}

function endOfTag(source: string, at: number, state: { inStyle: boolean; absent: Set<string> }): number | undefined {
  for (const { open, close, except, isForText } of delimiters) {
    if (!source.startsWith(open, at) || (isForText === true && state.inStyle) || state.absent.has(close)) continue
    if (open === '{%') {
      const end = endOfComment(source, at, state.absent)
      if (end !== undefined) return end
    }
    const end = source.indexOf(close, at + open.length)
    if (end < 0) state.absent.add(close)
    if (end < 0 || end - at > maxLength) continue
    const inner = source.slice(at + open.length, end)
    if (inner === '' || except?.test(inner) === true) continue
    return end + close.length
  }
  return undefined
}

// Everything between the tags of a comment is for authors.
function endOfComment(source: string, at: number, absent: Set<string>): number | undefined {
  commentOpen.lastIndex = at
  if (absent.has('endcomment') || !commentOpen.test(source)) return undefined
  commentClose.lastIndex = at
  const close = commentClose.exec(source)
  if (close === null) absent.add('endcomment')
  return close === null || close.index - at > maxLength ? undefined : close.index + close[0].length
}

const tag = '(\\uf8f0[\\ue000-\\uefff]{2})'
const optionalLink = new RegExp(
  `${tag}\\s{0,99}(<a\\b[^<>]*>)\\s{0,99}${tag}([^<]{0,2000}?)${tag}\\s{0,99}</a\\s{0,9}>\\s{0,99}${tag}`,
  'gi',
)

/**
 * Converts conditional links, whose opening and closing tags are under the same condition, to either the link with its text
 * or the text alone: HTML elements cannot be split.
 */
function joinOptionalLinks(text: string, tags: ExtractedTag[]): string {
  if (!tags.some(({ kind }) => kind === 'if')) return text
  return text.replace(optionalLink, (all: string, ...[first, link, second, words, third, fourth]: string[]) => {
    const [opened, ended, again, closed] = [first, second, third, fourth].map((one = '') => tagOf(one, tags))
    const word = opened === undefined ? undefined : otherwise(opened.source)
    if (opened?.kind !== 'if' || again?.source !== opened.source || word === undefined || tags.length >= maxTags)
      return all
    if (ended?.kind !== 'end' || closed?.kind !== 'end') return all
    tags.push({ kind: 'else', source: word, ...('isLogic' in opened ? { isLogic: true as const } : {}) })
    return `${first}${link}${words}</a>${placeholderOf(tags.length - 1)}${words}${fourth}`
  })
}

function otherwise(source: string): string | undefined {
  if (source.startsWith('{%')) return '{% else %}'
  if (source.startsWith('{{')) return '{{else}}'
  if (source.startsWith('<%')) return '<% } else { %>'
  return source.startsWith('*|') ? '*|ELSE:|*' : undefined
}
