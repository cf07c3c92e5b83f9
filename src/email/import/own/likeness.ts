import type { Element } from '../tree/dom.ts'
import { type OwnPage, wordsOf } from './pages.ts'

/** How much two elements of two pages have in common, from 0 to 1; marks that both have decide alone. */
export class LikenessOf {
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

  // Words, addresses, and how it is built and looks.
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
