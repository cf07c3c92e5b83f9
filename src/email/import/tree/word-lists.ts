import { limits } from '../../../kernel/limits.ts'

const opening = /<p\b([^<>]*)>/gi
const closing = /<\/p\s*>/gi
const level = /mso-list:\s*(l\d+\s+level(\d)\s+lfo\d+|l\d+\s+level(\d))/i
const ignored = /mso-list:\s*Ignore/i
const spans = /<(\/?)span\b([^<>]*)>/gi
const number = /[0-9a-z]{1,4}[.)]/i
const firstNumber = /^[^0-9a-z]*[1ai][.)]/i
const indent = /margin-left:\s*([\d.]{1,9}(?:in|pt|cm|px))/i

/** Allowed between two items of one list; a table, an image or a heading ends it. */
const inLine = /<!(?:[^<>]*)>|<\/?(?:span|font)\b[^<>]*>|&nbsp;/gi
const objects = /<(?:img|table)\b/i

interface Item {
  level: number
  isOrdered: boolean
  isFirst: boolean
  /** List identifier in the source. */
  list: string
  words: string
}

interface OpenList {
  name: 'ol' | 'ul'
  level: number
  list: string
}

/**
 * Converts list items of Word and Outlook, which are paragraphs with a level and the bullet as text, to lists as deep as
 * documents support. A numbered list that continues another one stays paragraphs with their numbers. In linear time.
 */
export function wordLists(html: string): string {
  if (!html.includes('mso-list')) return html
  const open: OpenList[] = []
  let out = ''
  let from = 0
  const closeTo = (depth: number) => {
    while (open.length > depth) out += `</li></${open.pop()?.name ?? 'ul'}>`
  }
  for (const { start, end, attributes, inner } of paragraphsOf(html)) {
    const between = html.slice(from, start)
    if (/\S/.test(between.replace(inLine, ''))) closeTo(0)
    const item = readItem(attributes, inner)
    const top = open[0]
    if (top !== undefined && (item === undefined || (item.level <= top.level && isOther(top, item)))) closeTo(0)
    if (open.length === 0) out += between
    from = end
    if (item === undefined || (open.length === 0 && item.isOrdered && !item.isFirst)) {
      out += html.slice(start, end)
      continue
    }
    while (open.length > 1 && (open.at(-2)?.level ?? 0) >= item.level) closeTo(open.length - 1)
    const maxDepth = open.at(-1)
    if (maxDepth !== undefined && (maxDepth.level >= item.level || open.length === limits.richTextListDepth)) {
      maxDepth.level = Math.min(maxDepth.level, item.level)
      out += '</li>'
    } else {
      const name = item.isOrdered ? 'ol' : 'ul'
      open.push({ name, level: item.level, list: item.list })
      out += `<${name} style="margin:0;padding-left:${indent.exec(attributes)?.[1] ?? '.5in'}">`
    }
    out += `<li${attributes}>${item.words}`
  }
  closeTo(0)
  return out + html.slice(from)
}

interface Paragraph {
  start: number
  end: number
  attributes: string
  inner: string
}

function* paragraphsOf(html: string): Generator<Paragraph> {
  let from = 0
  for (const match of html.matchAll(opening)) {
    if (match.index < from) continue
    closing.lastIndex = match.index
    const close = closing.exec(html)
    if (close === null) return
    const [whole, attributes = ''] = match
    from = close.index + close[0].length
    yield { start: match.index, end: from, attributes, inner: html.slice(match.index + whole.length, close.index) }
  }
}

function readItem(attributes: string, inner: string): Item | undefined {
  const levelMatch = level.exec(attributes)
  if (levelMatch === null || objects.test(inner)) return undefined
  const [before, bullet, after] = takeBullet(inner)
  if (bullet === '') return undefined
  const mark = bullet.replace(/<[^<>]*>|&nbsp;/g, '')
  return {
    level: Number(levelMatch[2] ?? levelMatch[3]),
    isOrdered: number.test(mark),
    isFirst: firstNumber.test(mark),
    list: (levelMatch[1] ?? '').replace(/level\d/i, ''),
    words: before + after,
  }
}

// The text before the bullet, the bullet with its span, and the text after it.
function takeBullet(inner: string): [string, string, string] {
  let start = -1
  let depth = 0
  for (const { 0: tag, 1: slash, 2: attributes = '', index } of inner.matchAll(spans)) {
    if (start < 0 && (slash !== '' || !ignored.test(attributes))) continue
    if (start < 0) start = index
    depth += slash === '' ? 1 : -1
    const end = index + tag.length
    if (depth === 0) return [inner.slice(0, start), inner.slice(start, end), inner.slice(end)]
  }
  return [inner, '', '']
}

// Another list starts where the markers change, or where numbers belong to another list.
function isOther(open: OpenList, item: Item): boolean {
  return (open.name === 'ol') !== item.isOrdered || (item.isOrdered && open.list !== item.list)
}
