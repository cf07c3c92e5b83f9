import type { Element } from '../tree/dom.ts'
import { align } from './align.ts'
import { type OwnPage, attributesOf, meaningsOf, wordsOf } from './pages.ts'

/** An entry in a list of nodes: a node of the document, or markup without a node. */
export type Entry = { id: string } | { fresh: Element }

/** Differences between a submitted page and the rendered one. */
export interface Match {
  /** Blocks with changed content, with their elements. */
  changed: Map<string, { rendered: Element; given: Element }>
  /** Changed attributes of elements around blocks, with the node they belong to; empty for the page itself. */
  attributes: { node: string; rendered: Element; given: Element }[]
  /** Nodes whose loose text around their parts changed, such as template tags. */
  texts: Set<string>
  sequences: Entry[][]
  /** Nodes with equal elements in both pages. */
  same: Set<string>
  /** Nodes that are rendered, or rendered again, without a counterpart in the submitted page. */
  missing: Set<string>
  /** Markup inside a node but outside its lists, with that node. */
  strays: { node: string; isBefore: boolean; fresh: Element }[]
}

/**
 * The pages to compare. `settled` contains elements of the submitted page and nodes of the rendered one that are already
 * processed.
 */
interface Pages {
  rendered: OwnPage
  given: OwnPage
  settled?: { elements: ReadonlySet<Element>; nodes: ReadonlySet<string> }
}

/** Compares the page rendered with node marks to the submitted page. */
export function matchPages(pages: Pages): Match {
  const matcher = new Matcher(pages)
  matcher.compare(pages.rendered.body, pages.given.body, '')
  return matcher.match
}

class Matcher {
  readonly match: Match = {
    changed: new Map(),
    attributes: [],
    texts: new Set(),
    sequences: [],
    same: new Set(),
    missing: new Set(),
    strays: [],
  }
  readonly #pages: Pages
  readonly #likeness = new LikenessOf()
  readonly #holders: ReadonlySet<Element>
  readonly #meanings: [ReadonlyMap<string, string>, ReadonlyMap<string, string>]

  constructor(pages: Pages) {
    this.#pages = pages
    this.#holders = holdersOf(pages.rendered)
    this.#meanings = [meaningsOf(pages.rendered.css), meaningsOf(pages.given.css)]
  }

  compare(one: Element, other: Element, around: string): void {
    const { rendered, given } = this.#pages
    const own = rendered.marks.get(one)
    if (rendered.numbers.get(one) === given.numbers.get(other)) {
      this.#keep(one)
      return
    }
    if (own !== undefined && this.#pages.settled?.nodes.has(own)) return
    if (own !== undefined && !this.#holders.has(one)) {
      this.match.changed.set(own, { rendered: one, given: other })
      return
    }
    const node = own ?? around
    const [mine, its] = this.#meanings
    if (JSON.stringify(attributesOf(one, mine)) !== JSON.stringify(attributesOf(other, its)))
      this.match.attributes.push({ node, rendered: one, given: other })
    this.#compareChildren(one, other, node)
  }

  #compareChildren(one: Element, other: Element, node: string): void {
    const { rendered, given, settled } = this.#pages
    const mine = one.children.filter((child) => child.kind === 'element')
    const texts = new Set(one.children.flatMap((child) => (child.kind === 'text' ? [wordsOf(child.text)] : [])))
    const its = new Set(other.children.flatMap((child) => (child.kind === 'text' ? [wordsOf(child.text)] : [])))
    // Additional words are new; replaced words are a change.
    const isNew = (text: string) =>
      !texts.has(text) && [...texts].every((one) => its.has(one)) && !/[{<*%][%|{]/.test(text)
    const others: Element[] = []
    const loose: string[] = []
    for (const child of other.children) {
      if (child.kind === 'element') others.push(child)
      else if (isNew(wordsOf(child.text))) others.push(this.#pages.given.wrap(child))
      else loose.push(wordsOf(child.text))
    }
    if (JSON.stringify([...texts].toSorted()) !== JSON.stringify([...new Set(loose)].toSorted()))
      this.match.texts.add(node)
    const pairs = align(mine.length, others.length, {
      isSame: (left, right) => {
        const number = rendered.numbers.get(mine[left] as Element)
        return number !== undefined && number === given.numbers.get(others[right] as Element)
      },
      likeness: (left, right) =>
        this.#likeness.between(mine[left] as Element, rendered, others[right] as Element, given),
    })
    const found = new Set(pairs.map(([left]) => left))
    for (const [index, child] of mine.entries()) {
      const mark = rendered.marks.get(child)
      if (!found.has(index) && !(mark !== undefined && settled?.nodes.has(mark))) this.match.missing.add(mark ?? node)
    }
    const renderedOf = new Map(pairs.map(([left, right]) => [others[right] as Element, mine[left] as Element]))
    // The cell of a block carries the mark of the row around it.
    const markOf = (child: Element) => (rendered.marks.get(child) === node ? undefined : rendered.marks.get(child))
    const isList = mine.some((child) => markOf(child) !== undefined)
    const entries: Entry[] = []
    for (const [index, child] of others.entries()) {
      const twin = renderedOf.get(child)
      if (twin === undefined) {
        if (settled?.elements.has(child)) continue
        if (isList) entries.push({ fresh: child })
        else this.match.strays.push({ node, isBefore: index === 0 && mine.length > 0, fresh: child })
        continue
      }
      const mark = markOf(twin)
      if (mark !== undefined) entries.push({ id: mark })
      this.compare(twin, child, node)
    }
    if (isList) this.match.sequences.push(entries)
  }

  #keep(element: Element): void {
    const mark = this.#pages.rendered.marks.get(element)
    if (mark !== undefined) this.match.same.add(mark)
    for (const child of element.children) if (child.kind === 'element') this.#keep(child)
  }
}

// Ancestors of marked elements.
function holdersOf(page: OwnPage): Set<Element> {
  const holders = new Set<Element>()
  for (const element of page.marks.keys()) {
    const own = page.marks.get(element)
    for (let at = element.parent; at !== undefined && !holders.has(at); at = at.parent) {
      // The row around a marked cell carries its mark and contains no node of its own.
      if (page.marks.get(at) === own) continue
      holders.add(at)
    }
  }
  return holders
}

/** Similarity of two elements from 0 to 1. If both have a mark, the marks alone decide. */
class LikenessOf {
  readonly #bags = new Map<Element, Map<string, number>>()

  between(one: Element, marked: OwnPage, other: Element, given: OwnPage): number {
    if (one.name !== other.name) return 0
    const [mark, its] = [marked.marks.get(one), given.marks.get(other)]
    if (its !== undefined && mark !== undefined) return mark === its ? 10 : 0
    const [mine, others] = [this.#bag(one), this.#bag(other)]
    let [shared, all] = [0, 0]
    for (const [token, count] of mine) {
      shared += Math.min(count, others.get(token) ?? 0)
      all += count
    }
    for (const count of others.values()) all += count
    return all === 0 ? 1 : (2 * shared) / all
  }

  // Words, URLs, structure and style.
  #bag(element: Element): Map<string, number> {
    const known = this.#bags.get(element)
    if (known !== undefined) return known
    const bag = new Map<string, number>()
    const add = (token: string, count = 1) => bag.set(token, (bag.get(token) ?? 0) + count)
    for (const name of ['style', 'width', 'align', 'role']) {
      const value = element.attributes[name]
      if (value !== undefined) add(`${element.name} ${name} ${value}`)
    }
    for (const name of ['href', 'src', 'alt']) {
      const value = element.attributes[name]
      if (value !== undefined) add(value, 2)
    }
    add(element.name)
    for (const child of element.children) {
      if (child.kind === 'text') for (const word of wordsOf(child.text).split(' ')) add(`"${word}`)
      else for (const [token, count] of this.#bag(child)) add(token, count)
    }
    this.#bags.set(element, bag)
    return bag
  }
}
