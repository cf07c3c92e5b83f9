import { decodeEntities } from '../../document/index.ts'
import { columnsOf } from '../../render/index.ts'

const blocks = new Set('br p div tr table h1 h2 h3 h4 h5 h6 ul ol section hr li blockquote pre'.split(' '))
const apart = new Set('p h1 h2 h3 h4 h5 h6 ul ol table blockquote pre section'.split(' '))
// Any other `<` is text.
const markup = /<[a-zA-Z/!]/g
const unread = new Set(['style', 'script', 'title', 'template'])

/** State of the conversion. */
interface Reading {
  /** Output so far. Joined only at the end: searching the end of one long string for each link would be quadratic. */
  pieces: string[]
  href: string
  /** Indexes of the pieces at which the current link and heading start. */
  linkFrom: number
  headingFrom: number | undefined
  /** Open lists, with the last number of each ordered one. */
  lists: (number | undefined)[]
}

/**
 * Text of authored HTML: blocks start lines, blank lines separate paragraphs, links keep their URLs, images their
 * alternative text, lists their numbers. Hidden content is omitted.
 */
export function htmlToText(html: string): string {
  const reading: Reading = { pieces: [], href: '', linkFrom: 0, headingFrom: 0, lists: [] }
  let at = 0
  while (at < html.length) {
    markup.lastIndex = at
    const start = markup.exec(html)?.index ?? html.length
    if (start > at) reading.pieces.push(decode(html.slice(at, start).replace(/[ \t\r\n\f]+/g, ' ')))
    if (start === html.length) break
    at = endOfTag(html, start)
    const tag = html.slice(start, Math.min(at, start + 4096))
    const name = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(tag)?.[1]?.toLowerCase() ?? ''
    if (tag[1] === '/') close(name, reading)
    else if (unread.has(name) || isHidden(name, tag)) at = endOfElement(html, name, at)
    else open(name, tag, reading)
  }
  return tidy(reading.pieces.join(''))
}

function open(name: string, tag: string, reading: Reading): void {
  const { lists, pieces } = reading
  if (name === 'img') pieces.push(decode(attributeOf(tag, 'alt')))
  else if (name === 'a') {
    reading.href = decode(attributeOf(tag, 'href'))
    reading.linkFrom = pieces.length
  } else if (name === 'li') {
    const number = lists.at(-1)
    if (number !== undefined) lists[lists.length - 1] = number + 1
    if (!/\n[ \n]*$/.test(endOf(pieces, 8))) pieces.push('\n')
    pieces.push(number === undefined ? '- ' : `${number + 1}. `)
  } else if (name === 'hr') pieces.push('\n\n* * *\n\n')
  else if (name === 'td' || name === 'th') pieces.push(' ')
  else if (blocks.has(name)) pieces.push('\n')
  if (name === 'ul' || name === 'ol') lists.push(name === 'ol' ? 0 : undefined)
  if (name === 'h1' || name === 'h2') reading.headingFrom = pieces.length
}

function close(name: string, reading: Reading): void {
  const { lists, pieces } = reading
  if (name === 'a') {
    if (/^(?:https?|mailto|tel):|^\{\{/i.test(reading.href)) closeLink(reading)
    reading.href = ''
  } else if (name === 'h1' || name === 'h2') {
    const text = reading.headingFrom === undefined ? '' : pieces.slice(reading.headingFrom).join('').trim()
    if (text !== '' && !text.includes('\n')) pieces.push(`\n${(name === 'h1' ? '=' : '~').repeat(columnsOf(text))}`)
    // Otherwise an end tag without a heading would process the whole text again.
    reading.headingFrom = undefined
  }
  if (name === 'ul' || name === 'ol') lists.pop()
  if (apart.has(name)) pieces.push('\n\n')
  else if (blocks.has(name)) pieces.push('\n')
}

function closeLink(reading: Reading): void {
  const { href, linkFrom, pieces } = reading
  const text = pieces.slice(linkFrom).join('').trim()
  if (text === href || `mailto:${text}` === href) return
  trimEnd(pieces)
  if (reading.headingFrom !== undefined) reading.headingFrom = Math.min(reading.headingFrom, pieces.length)
  pieces.push(` (${href})`)
}

function trimEnd(pieces: string[]): void {
  for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
    const trimmed = last.trimEnd()
    if (trimmed !== '') return void pieces.push(trimmed)
  }
}

/** At most `length` of the last characters. */
function endOf(pieces: readonly string[], length: number): string {
  let end = ''
  for (let at = pieces.length - 1; at >= 0 && end.length < length; at--) end = `${pieces[at]}${end}`
  return end.slice(-length)
}

// Preheaders use this style; void elements hide nothing.
function isHidden(name: string, tag: string): boolean {
  return name !== 'img' && name !== 'br' && name !== 'input' && /style\s*=\s*["'][^"']*display\s*:\s*none/i.test(tag)
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function endOfTag(html: string, from: number): number {
  const isComment = html.startsWith('<!--', from)
  const end = html.indexOf(isComment ? '-->' : '>', from)
  return end < 0 ? html.length : end + (isComment ? 3 : 1)
}

function endOfElement(html: string, name: string, from: number): number {
  const end = html.slice(from).search(new RegExp(`</${name}`, 'i'))
  return end < 0 ? html.length : endOfTag(html, from + end)
}

function attributeOf(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return match?.[1] ?? match?.[2] ?? ''
}

function decode(text: string): string {
  return decodeEntities(text).replaceAll('\u00a0', ' ')
}
