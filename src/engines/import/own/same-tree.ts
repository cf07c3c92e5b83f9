import type { Element, Node } from '../tree/dom.ts'
import { parseHtml } from '../tree/parse-html.ts'

/** Whether two pages are the same to a reader: elements, attributes and words; not the editor's marks, comments, white space. */
export function isSameTree(one: string, other: string): boolean {
  return isSame(parseHtml(one).root, parseHtml(other).root)
}

function isSame(one: Node, other: Node): boolean {
  if (one.kind === 'text' || other.kind === 'text') {
    return one.kind === 'text' && other.kind === 'text' && wordsOf(one.text) === wordsOf(other.text)
  }
  if (one.name !== other.name || !hasSameAttributes(one, other)) return false
  const mine = shownChildren(one)
  const others = shownChildren(other)
  return mine.length === others.length && mine.every((child, index) => isSame(child, others[index] as Node))
}

/** The children but white space between them. */
export function shownChildren(element: Element): Node[] {
  return element.children.filter((child) => child.kind === 'element' || wordsOf(child.text) !== '')
}

function wordsOf(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ').trim()
}

function hasSameAttributes(one: Element, other: Element): boolean {
  const names = new Set([...Object.keys(one.attributes), ...Object.keys(other.attributes)])
  names.delete('data-n')
  return [...names].every((name) => tidy(one.attributes[name]) === tidy(other.attributes[name]))
}

function tidy(value: string | undefined): string | undefined {
  return value
    ?.replace(/\s*([;:])\s*/g, '$1')
    .replace(/;$/, '')
    .trim()
}
