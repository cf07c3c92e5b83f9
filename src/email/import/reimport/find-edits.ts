import type { Element, Node } from '../tree/dom.ts'
import { readDeclarations } from '../css/parse-sheet.ts'
import { tidyStyle, wordsOf } from './compared-page.ts'

/** A difference between the rendered element of a node and the submitted one. */
export type Edit =
  | { kind: 'text'; from: string; to: string }
  | { kind: 'attribute'; name: string; from: string; to: string }
  /** A declaration of a style attribute. */
  | { kind: 'style'; name: string; from: string; to: string }
  | { kind: 'content'; html: string }

/** The differences between two elements, including the whole content of the submitted one. `html` is its source. */
export function findEdits(rendered: Element, given: Element, html: string): Edit[] {
  const edits: Edit[] = []
  compare(rendered, given, { html, edits })
  return edits
}

export function findAttributeEdits(rendered: Element, given: Element): Edit[] {
  const edits: Edit[] = []
  for (const name of new Set([...Object.keys(rendered.attributes), ...Object.keys(given.attributes)])) {
    const [from = '', to = ''] = [rendered.attributes[name], given.attributes[name]]
    if (name === 'data-n' || name === 'class' || from === to) continue
    if (name !== 'style') edits.push({ kind: 'attribute', name, from, to })
    else if (tidyStyle(from) !== tidyStyle(to)) edits.push(...styleEdits(from, to))
  }
  return edits
}

/** The inner HTML of the innermost element that contains all differences. */
export function innermost(rendered: Element, given: Element, html: string): string {
  let [one, other] = [rendered, given]
  for (;;) {
    const [oneChildren, others] = [one.children, other.children]
    const [only, otherOnly] = [oneChildren[0], others[0]]
    if (oneChildren.length !== 1 || others.length !== 1 || only?.kind !== 'element' || otherOnly?.kind !== 'element')
      break
    if (only.name !== otherOnly.name || inLine.has(only.name)) break
    ;[one, other] = [only, otherOnly]
  }
  return insideOf(other, html)
}

const inLine = new Set('a b strong i em u s span sub sup code font br img'.split(' '))

/** The inner HTML of an element. */
export function insideOf(element: Element, html: string): string {
  const [first, last] = [element.children[0], element.children.at(-1)]
  return first === undefined || last === undefined ? '' : html.slice(first.start, last.end)
}

interface Walk {
  html: string
  edits: Edit[]
}

function compare(one: Element, other: Element, walk: Walk): void {
  walk.edits.push(...findAttributeEdits(one, other))
  const isAlike =
    one.children.length === other.children.length &&
    one.children.every((child, index) => isKind(child, other.children[index] as Node))
  if (!isAlike) {
    walk.edits.push({ kind: 'content', html: insideOf(other, walk.html) })
    return
  }
  for (const [index, child] of one.children.entries()) {
    const counterpart = other.children[index] as Node
    if (child.kind === 'element') compare(child, counterpart as Element, walk)
    else {
      const [from, to] = [child.text, (counterpart as typeof child).text]
      if (wordsOf(from) !== wordsOf(to)) walk.edits.push({ kind: 'text', from, to })
    }
  }
}

function isKind(one: Node, other: Node): boolean {
  return one.kind === other.kind && (one.kind === 'text' || one.name === (other as Element).name)
}

function styleEdits(from: string, to: string): Edit[] {
  const [oneChildren, others] = [from, to].map((css) => readDeclarations(css).normal)
  const names = new Set([...Object.keys(oneChildren ?? {}), ...Object.keys(others ?? {})])
  return [...names].flatMap((name): Edit[] => {
    const [before = '', after = ''] = [oneChildren?.[name], others?.[name]]
    return before === after ? [] : [{ kind: 'style', name, from: before, to: after }]
  })
}
