import type { Element, Node } from '../tree/dom.ts'
import { parseHtml } from '../tree/parse-html.ts'
import { shownChildren } from './same-tree.ts'

/** One difference between two pages, inside the node whose mark stands nearest above it. */
export type Edit =
  | { node: string; kind: 'text'; from: string; to: string }
  | { node: string; kind: 'attribute'; name: string; from: string; to: string }
  /** What is inside is built otherwise. */
  | { node: string; kind: 'content'; html: string }

/** What differs between a page with the editor's marks and one like it; undefined when they are built too differently. */
export function findEdits(marked: string, html: string): Edit[] | undefined {
  const edits: Edit[] = []
  const body = (source: string) => parseHtml(source).root
  return compare({ one: body(marked), other: body(html), html, node: '' }, edits) ? edits : undefined
}

interface Pair {
  one: Element
  other: Element
  html: string
  node: string
}

function compare({ one, other, html, node }: Pair, edits: Edit[]): boolean {
  if (one.name !== other.name) return false
  const own = one.attributes['data-n'] ?? node
  if (one.name === 'head') return true
  for (const name of new Set([...Object.keys(one.attributes), ...Object.keys(other.attributes)])) {
    const [from = '', to = ''] = [one.attributes[name], other.attributes[name]]
    if (name !== 'data-n' && name !== 'style' && name !== 'class' && from !== to)
      edits.push({ node: own, kind: 'attribute', name, from, to })
  }
  const mine = shownChildren(one)
  const others = shownChildren(other)
  const isAlike = mine.length === others.length && mine.every((child, index) => isKind(child, others[index] as Node))
  if (!isAlike) {
    if (own === '' || holdsMark(one)) return false
    edits.push({
      node: own,
      kind: 'content',
      html: html.slice(other.children[0]?.start ?? other.end, other.children.at(-1)?.end ?? other.end),
    })
    return true
  }
  return mine.every((child, index) => {
    const with_ = others[index] as Node
    if (child.kind === 'element') return compare({ one: child, other: with_ as Element, html, node: own }, edits)
    const [from, to] = [child.text, (with_ as typeof child).text]
    if (from !== to) edits.push({ node: own, kind: 'text', from, to })
    return true
  })
}

function isKind(one: Node, other: Node): boolean {
  return one.kind === other.kind && (one.kind === 'text' || one.name === (other as Element).name)
}

function holdsMark(element: Element): boolean {
  return element.children.some(
    (child) => child.kind === 'element' && (child.attributes['data-n'] !== undefined || holdsMark(child)),
  )
}
