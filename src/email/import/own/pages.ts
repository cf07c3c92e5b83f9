import { parseSheet } from '../css/parse-sheet.ts'
import { type Element, type Node, type Text, createElement, findElement, walkElements } from '../tree/dom.ts'
import { parseHtml } from '../tree/parse-html.ts'

/** A page of our own HTML, as it is compared with others. */
export interface OwnPage {
  html: string
  root: Element
  body: Element
  /** Content of the style elements. */
  css: string
  /** Equal elements of all pages of one Numbering have equal numbers. */
  numbers: ReadonlyMap<Element, number>
  /** The same, whatever their classes are. */
  classless: ReadonlyMap<Element, number>
  /** Names of classes that elements have. */
  classes: ReadonlySet<string>
  /** Comments, of which Outlook reads some. */
  comments: readonly string[]
  /** The mark of each element that has one of its own, and of a table row around a marked cell. */
  marks: ReadonlyMap<Element, string>
  /** An element for loose text of the page, the same one every time. */
  wrap(text: Text): Element
}

/** Gives elements that no reader can distinguish the same number, across the pages it reads. */
export class Numbering {
  readonly #known = new Map<string, number>()

  /** The page of a source. `ignored` are marks whose elements are left out of it. */
  read(html: string, ignored: ReadonlySet<string> = new Set()): OwnPage {
    const { root, styles } = parseHtml(html)
    const css = styles.join('\n')
    const meanings = meaningsOf(css)
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
    this.#number(root, { numbers, attributes: (element) => attributesOf(element, meanings) })
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

/** What fills the preview line of a client behind the preview text. */
const fillers = /(?<!\u034f\u200c\u00a0)(?:\u034f\u200c\u00a0)+$/

/** The text with single spaces, as it is compared. */
export function wordsOf(text: string): string {
  return text
    .replace(fillers, '')
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim()
}

/** The declarations of a style attribute, spaces aside. */
export function tidyStyle(value: string): string {
  return value
    .replace(/(?:(?<!\s)\s+)?([;:,])\s*/g, '$1')
    .replace(/;$/, '')
    .trim()
}

/** What looks the same. */
const sameNames: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's' }

// A table's own parts represent nothing, and browsers add them; what only parts elements is nothing either.
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

const noMeanings: ReadonlyMap<string, string> = new Map()

/** The attributes of an element that readers see, as they are compared: classes are what the style sheet says of them. */
export function attributesOf(element: Element, meanings: ReadonlyMap<string, string> = noMeanings): [string, string][] {
  return Object.entries(element.attributes)
    .filter(([name]) => name !== 'data-n')
    .map(([name, value]): [string, string] => {
      if (name === 'style') return [name, tidyStyle(value)]
      if (name !== 'class') return [name, value.trim()]
      const classes = value.split(/\s+/).filter((one) => one !== '')
      return [
        name,
        classes
          .map((one) => meanings.get(one) ?? one)
          .toSorted()
          .join('\n'),
      ]
    })
    .filter(([name, value]) => value !== '' || (name !== 'class' && name !== 'style'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** What a style sheet says of each class, whatever the class is called. */
export function meaningsOf(css: string): Map<string, string> {
  const meanings = new Map<string, string>()
  for (const { selectors, declarations, query } of parseSheet(css).rules) {
    const said = JSON.stringify(declarations)
    for (const [, name = ''] of selectors.matchAll(/\.([A-Za-z][\w-]*)/g)) {
      const rule = `${query}|${selectors.replaceAll(`.${name}`, '.')}|${said}`
      meanings.set(name, `${meanings.get(name) ?? ''}${rule}`)
    }
  }
  return meanings
}

function elementOf(text: Text): Element {
  const element = createElement('#text', text.parent, text.start)
  element.end = text.end
  element.children = [text]
  return element
}
