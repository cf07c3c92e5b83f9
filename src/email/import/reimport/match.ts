import type { Element } from '../tree/dom.ts'
import { align } from './align.ts'
import { type ComparedPage, attributesOf, classDeclarations, wordsOf } from './compared-page.ts'

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
  unplaced: { node: string; isBefore: boolean; fresh: Element }[]
}

/**
 * The pages to compare. `processed` contains elements of the submitted page and nodes of the rendered one that are already
 * processed.
 */
interface Pages {
  rendered: ComparedPage
  given: ComparedPage
  processed?: { elements: ReadonlySet<Element>; nodes: ReadonlySet<string> }
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
    unplaced: [],
  }
  readonly #pages: Pages
  readonly #similarity = new ElementSimilarity()
  readonly #containers: ReadonlySet<Element>
  readonly #classes: [ReadonlyMap<string, string>, ReadonlyMap<string, string>]

  constructor(pages: Pages) {
    this.#pages = pages
    this.#containers = holdersOf(pages.rendered)
    this.#classes = [classDeclarations(pages.rendered.css), classDeclarations(pages.given.css)]
  }

  compare(one: Element, other: Element, around: string): void {
    const { rendered, given } = this.#pages
    const own = rendered.marks.get(one)
    if (rendered.numbers.get(one) === given.numbers.get(other)) {
      this.#markSame(one)
      return
    }
    if (own !== undefined && this.#pages.processed?.nodes.has(own)) return
    if (own !== undefined && !this.#containers.has(one)) {
      this.match.changed.set(own, { rendered: one, given: other })
      return
    }
    const node = own ?? around
    const [oneClasses, otherClasses] = this.#classes
    if (JSON.stringify(attributesOf(one, oneClasses)) !== JSON.stringify(attributesOf(other, otherClasses)))
      this.match.attributes.push({ node, rendered: one, given: other })
    this.#compareChildren(one, other, node)
  }

  #compareChildren(one: Element, other: Element, node: string): void {
    const { rendered, given, processed } = this.#pages
    const renderedChildren = one.children.filter((child) => child.kind === 'element')
    const texts = new Set(one.children.flatMap((child) => (child.kind === 'text' ? [wordsOf(child.text)] : [])))
    const givenTexts = new Set(other.children.flatMap((child) => (child.kind === 'text' ? [wordsOf(child.text)] : [])))
    // Additional words are new; replaced words are a change.
    const isNew = (text: string) =>
      !texts.has(text) && [...texts].every((one) => givenTexts.has(one)) && !/[{<*%][%|{]/.test(text)
    const givenChildren: Element[] = []
    const unmatchedTexts: string[] = []
    for (const child of other.children) {
      if (child.kind === 'element') givenChildren.push(child)
      else if (isNew(wordsOf(child.text))) givenChildren.push(this.#pages.given.wrap(child))
      else unmatchedTexts.push(wordsOf(child.text))
    }
    if (JSON.stringify([...texts].toSorted()) !== JSON.stringify([...new Set(unmatchedTexts)].toSorted()))
      this.match.texts.add(node)
    const pairs = align(renderedChildren.length, givenChildren.length, {
      isSame: (left, right) => {
        const number = rendered.numbers.get(renderedChildren[left] as Element)
        return number !== undefined && number === given.numbers.get(givenChildren[right] as Element)
      },
      similarity: (left, right) =>
        this.#similarity.between(renderedChildren[left] as Element, rendered, givenChildren[right] as Element, given),
    })
    const found = new Set(pairs.map(([left]) => left))
    for (const [index, child] of renderedChildren.entries()) {
      const mark = rendered.marks.get(child)
      if (!found.has(index) && !(mark !== undefined && processed?.nodes.has(mark))) this.match.missing.add(mark ?? node)
    }
    const renderedOf = new Map(
      pairs.map(([left, right]) => [givenChildren[right] as Element, renderedChildren[left] as Element]),
    )
    // The cell of a block carries the mark of the row around it.
    const markOf = (child: Element) => (rendered.marks.get(child) === node ? undefined : rendered.marks.get(child))
    const isList = renderedChildren.some((child) => markOf(child) !== undefined)
    const entries: Entry[] = []
    for (const [index, child] of givenChildren.entries()) {
      const counterpart = renderedOf.get(child)
      if (counterpart === undefined) {
        if (processed?.elements.has(child)) continue
        if (isList) entries.push({ fresh: child })
        else this.match.unplaced.push({ node, isBefore: index === 0 && renderedChildren.length > 0, fresh: child })
        continue
      }
      const mark = markOf(counterpart)
      if (mark !== undefined) entries.push({ id: mark })
      this.compare(counterpart, child, node)
    }
    if (isList) this.match.sequences.push(entries)
  }

  #markSame(element: Element): void {
    const mark = this.#pages.rendered.marks.get(element)
    if (mark !== undefined) this.match.same.add(mark)
    for (const child of element.children) if (child.kind === 'element') this.#markSame(child)
  }
}

// Ancestors of marked elements.
function holdersOf(page: ComparedPage): Set<Element> {
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
class ElementSimilarity {
  readonly #bags = new Map<Element, Map<string, number>>()

  between(one: Element, marked: ComparedPage, other: Element, given: ComparedPage): number {
    if (one.name !== other.name) return 0
    const [mark, givenTexts] = [marked.marks.get(one), given.marks.get(other)]
    if (givenTexts !== undefined && mark !== undefined) return mark === givenTexts ? 10 : 0
    const [renderedChildren, givenChildren] = [this.#bag(one), this.#bag(other)]
    let [shared, all] = [0, 0]
    for (const [token, count] of renderedChildren) {
      shared += Math.min(count, givenChildren.get(token) ?? 0)
      all += count
    }
    for (const count of givenChildren.values()) all += count
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
