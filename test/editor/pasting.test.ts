/** Parts of real emails on the clipboard: whatever part of a page is copied, its words arrive. */
import { expect, test } from 'bun:test'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, serializeOuter } from 'parse5'
import { readPasted } from '../../src/editor/pasting/index.ts'
import { publishedFolder } from '../support/published-data.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

const copied = new Set(['td', 'div', 'p', 'table', 'a', 'ul', 'h1', 'h2', 'center'])
const unseen = new Set(['style', 'script', 'head', 'title', 'template', 'noscript'])
/** Bytes of HTML; longer parts contain the shorter ones. */
const maxLength = 6000

test('every word of a copied part of a published email is pasted', () => {
  const emails = publishedFolder('emails', '.html')
  const lost: string[] = []
  let count = 0
  for (const [index, email] of emails.entries()) {
    const parts = elementsOf(parse(email.toString())).filter(({ tagName }) => copied.has(tagName))
    // Every third: parts of one email resemble each other.
    for (const element of parts.filter((_, at) => (at + index) % 3 === 0)) {
      const html = serializeOuter(element)
      const words = wordsOf(element)
      if (html.length > maxLength || words.length === 0) continue
      count++
      const pasted = stringsIn(readPasted({ html, plain: '' })).replaceAll(/\s/g, '')
      const missing = words.filter((word) => !pasted.includes(word))
      if (missing.length > 0) lost.push(`${missing.join(' ')} of ${html.slice(0, 200)}`)
    }
  }
  expect(lost).toEqual([])
  if (emails.length > 0) expect(count).toBeGreaterThan(500)
})

function elementsOf(node: Node): Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : []
  return defaultTreeAdapter.isElementNode(node) ? [node, ...inside] : inside
}

// Merge tags are parsed, and stored in another form.
function wordsOf(element: Element): string[] {
  const text = textOf(element).replaceAll(/\{\{[^}]*\}\}|\{%[^%]*%\}|\[%[^%]*%\]|<%[^%]*%>/g, ' ')
  return text.split(/\s+/).filter((word) => word !== '' && !/[{}]/.test(word))
}

function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value
  if (!('childNodes' in node) || unseen.has(node.nodeName) || isHidden(node)) return ''
  const isInline = ['a', 'b', 'em', 'font', 'i', 'span', 'strong', 'sup', 'u'].includes(node.nodeName)
  const text = node.childNodes.map(textOf).join('')
  return isInline ? text : ` ${text} `
}

// A preheader, which browsers do not copy.
function isHidden(node: Node): boolean {
  const style = defaultTreeAdapter.isElementNode(node)
    ? node.attrs.find(({ name }) => name === 'style')?.value
    : undefined
  return style !== undefined && /display\s*:\s*none/i.test(style)
}

// Without the URLs of links, which stand between the halves of a word that is linked in part.
function stringsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(stringsIn).join('')
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([key, each]) => (key === 'link' || key === 'color' || key === 'type' ? '' : stringsIn(each)))
    .join('')
}
