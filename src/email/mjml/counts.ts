import { decodeEntities } from '../document/index.ts'
import { readControlTags } from './body/template-tags.ts'
import type { Element } from './source/element.ts'
import { roleOf } from './reading/link-roles.ts'
import { withoutTags } from './source/one-line.ts'

/** Number of occurrences by value. */
type Bag = Map<string, number>

export interface Contents {
  words: Bag
  links: Bag
  images: Bag
}

const textComponents = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-button',
  'mj-navbar-link',
  'mj-raw',
  'mj-social-element',
  'mj-table',
  'mj-text',
])

/** Words, links and images of the source as mjml renders them. */
export function contentsOf(
  body: Element,
  urlsOf: (element: Element) => readonly (readonly [string, string])[],
): Contents {
  const contents: Contents = { words: new Map(), links: new Map(), images: new Map() }
  const visit = (element: Element) => {
    const isTag = element.name === 'mj-raw' && readControlTags(element.content) !== undefined
    if (textComponents.has(element.name) && !isTag) addHtml(contents, element.content)
    for (const [kind, url] of urlsOf(element)) add(kind === 'href' ? contents.links : contents.images, url)
    element.children.forEach(visit)
  }
  visit(body)
  return contents
}

/** Words, links and images of a document in its loose form. */
export function contentsOfRows(rows: unknown): Contents {
  const contents: Contents = { words: new Map(), links: new Map(), images: new Map() }
  collect(rows, '', contents)
  return contents
}

const texts = new Set(['text', 'label', 'title'])

function collect(value: unknown, key: string, contents: Contents): void {
  if (typeof value === 'string') {
    if (key === 'html') addHtml(contents, value)
    else if (key === 'href') add(contents.links, value)
    else if (key === 'src') add(contents.images, value)
    else if (texts.has(key)) addWords(contents.words, value)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (key === 'tag') return
  if (key === 'link' && typeof (value as { role?: unknown }).role === 'string') add(contents.links, '#role')
  for (const [name, member] of Object.entries(value)) collect(member, Array.isArray(value) ? key : name, contents)
}

/** True if part of a document is conditional: variants repeat what they have in common. */
export function holdsCondition(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'when' in value || Object.values(value).some(holdsCondition)
}

/** The preserved fraction, from 0 to 1. What is in `shown` more often than before counts as wanted, too. */
export function matchedShare(before: Bag, after: Bag, shown: Bag = new Map()): number {
  let all = 0
  let matched = 0
  for (const [one, count] of before) {
    all += Math.max(count, shown.get(one) ?? 0)
    matched += Math.min(count, after.get(one) ?? 0)
  }
  return all === 0 ? 1 : Math.round((matched / all) * 1e4) / 1e4
}

const attribute = /\s(href|src|data-role)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi

function addHtml({ words, links, images }: Contents, html: string): void {
  addWords(words, decodeEntities(withoutTags(withoutStyle(html))))
  for (const [, name = '', double, single] of html.matchAll(attribute)) {
    const value = (double ?? single ?? '').trim()
    if (value === '') continue
    if (name.toLowerCase() === 'src') add(images, value)
    else add(links, name.toLowerCase() === 'href' && roleOf(value) === undefined ? value : '#role')
  }
}

function withoutStyle(html: string): string {
  if (!/<style/i.test(html)) return html
  return html
    .split(/<style/i)
    .map((part, at) => (at === 0 ? part : part.slice(Math.max(0, part.search(/<\/style/i)))))
    .join('<')
}

// The output of template tags is unknown, so it does not count as words.
function addWords(words: Bag, text: string): void {
  const literal = text.includes('{') ? text.replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, ' ') : text
  for (const word of literal.match(/[\p{L}\p{N}]+/gu) ?? []) add(words, word)
}

function add(bag: Bag, one: string): void {
  const key = one.trim().replaceAll('&amp;', '&')
  if (key !== '') bag.set(key, (bag.get(key) ?? 0) + 1)
}
