import { parseSheet } from '../css/parse-sheet.ts'
import { type Element, type Node, type Text, createElement, findElement, walkElements } from '../tree/dom.ts'
import { parseHtml } from '../tree/parse-html.ts'

/** A page of our own HTML, prepared for comparison. */
export interface ComparedPage {
  html: string
  root: Element
  body: Element
  /** Content of the style elements. */
  css: string
  /** Equal elements of all pages of one Numbering have equal numbers. */
  numbers: ReadonlyMap<Element, number>
  /** The same, ignoring classes. */
  classless: ReadonlyMap<Element, number>
  /** Class names in use. */
  classes: ReadonlySet<string>
  /** Comments, including those for Outlook. */
  comments: readonly string[]
  /** Marks by element, including a table row around a marked cell. */
  marks: ReadonlyMap<Element, string>
  /** An element for loose text of the page; repeated calls return the same one. */
  wrap(text: Text): Element
}

/** Assigns the same number to visually identical elements, across the pages it parses. */
export class Numbering {
  readonly #known = new Map<string, number>()

  /** Elements with a mark in `ignored` are omitted. */
  read(html: string, ignored: ReadonlySet<string> = new Set()): ComparedPage {
    const { root, styles } = parseHtml(html)
    const css = styles.join('\n')
    const declarations = classDeclarations(css)
    const numbers = new Map<Element, number>()
    const classless = new Map<Element, number>()
    const marks = new Map<Element, string>()
    const classes = new Set<string>()
    walkElements(root, (element) => {
      element.children = tidied(element).filter((child) => !ignored.has(markOf(child) ?? ''))
      for (const name of element.attributes['class']?.split(/\s+/) ?? []) classes.add(name)
      const mark = markOf(element)
      if (mark !== undefined) marks.set(element, mark)
      return true
    })
    root.children = tidied(root)
    this.#number(root, { numbers, attributes: (element) => attributesOf(element, declarations) })
    this.#number(root, {
      numbers: classless,
      attributes: (element) => attributesOf(element).filter(([name]) => name !== 'class'),
    })
    const body = findElement(root, ({ name }) => name === 'body') ?? root
    const wrapped = new Map<Text, Element>()
    const wrap = (text: Text) => {
      const element = wrapped.get(text) ?? elementOf(text)
      wrapped.set(text, element)
      return element
    }
    const comments = [...html.matchAll(/<!--(?!<!)[\s\S]*?(-->|$)/g)].flatMap(([one, end]) =>
      end === '' ? [] : [one.replace(/(?:(?<!\s)\s+)?([<>])\s*/g, '$1')],
    )
    return { html, root, body, css, numbers, classless, classes, comments, marks, wrap }
  }

  #number(element: Element, into: Into): number {
    const parts: (string | number)[] = [element.name]
    for (const [name, value] of into.attributes(element)) parts.push(`${name}=${value}`)
    if (element.name !== 'head') {
      for (const child of element.children) {
        parts.push(child.kind === 'text' ? `"${wordsOf(child.text)}` : this.#number(child, into))
      }
    }
    const key = parts.join('\0')
    const number = this.#known.get(key) ?? this.#known.size
    this.#known.set(key, number)
    into.numbers.set(element, number)
    return number
  }
}

interface Into {
  numbers: Map<Element, number>
  attributes: (element: Element) => [string, string][]
}

/** Filler characters after the preview text. */
const fillers = /(?<!\u034f\u200c\u00a0)(?:\u034f\u200c\u00a0)+$/

/** Normalizes white space for comparison. */
export function wordsOf(text: string): string {
  return text
    .replace(fillers, '')
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim()
}

/** Normalizes the white space of a style attribute. */
export function tidyStyle(value: string): string {
  return value
    .replace(/(?:(?<!\s)\s+)?([;:,])\s*/g, '$1')
    .replace(/;$/, '')
    .trim()
}

const sameNames: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's' }

// Browsers add tbody, and white space between elements is invisible.
function tidied(element: Element): Node[] {
  return element.children.flatMap((child): Node[] => {
    if (child.kind === 'text') return wordsOf(child.text) === '' ? [] : [child]
    child.name = sameNames[child.name] ?? child.name
    if (child.name !== 'tbody') return [child]
    for (const inner of child.children) inner.parent = element
    return tidied(child)
  })
}

function markOf(node: Node): string | undefined {
  if (node.kind === 'text') return undefined
  const own = node.attributes['data-n']
  if (own !== undefined || node.name !== 'tr') return own
  const cells = node.children.filter((child) => child.kind === 'element')
  return cells.length === 1 ? cells[0]?.attributes['data-n'] : undefined
}

const noClasses: ReadonlyMap<string, string> = new Map()

/** Visible attributes of an element for comparison: classes are replaced with their declarations. */
export function attributesOf(
  element: Element,
  declarations: ReadonlyMap<string, string> = noClasses,
): [string, string][] {
  return Object.entries(element.attributes)
    .filter(([name]) => name !== 'data-n')
    .map(([name, value]): [string, string] => {
      if (name === 'style') return [name, tidyStyle(value)]
      if (name !== 'class') return [name, value.trim()]
      const classes = value.split(/\s+/).filter((one) => one !== '')
      return [
        name,
        classes
          .map((one) => declarations.get(one) ?? one)
          .toSorted()
          .join('\n'),
      ]
    })
    .filter(([name, value]) => value !== '' || (name !== 'class' && name !== 'style'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** The declarations of each class, regardless of its name. */
export function classDeclarations(css: string): Map<string, string> {
  const classes = new Map<string, string>()
  for (const { selectors, declarations, query } of parseSheet(css).rules) {
    const declarationKey = JSON.stringify(declarations)
    for (const [, name = ''] of selectors.matchAll(/\.([A-Za-z][\w-]*)/g)) {
      const rule = `${query}|${selectors.replaceAll(`.${name}`, '.')}|${declarationKey}`
      classes.set(name, `${classes.get(name) ?? ''}${rule}`)
    }
  }
  return classes
}

function elementOf(text: Text): Element {
  const element = createElement('#text', text.parent, text.start)
  element.end = text.end
  element.children = [text]
  return element
}
