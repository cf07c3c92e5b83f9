import type { Element, Node } from '../tree/dom.ts'

interface Attribute {
  name: string
  operator: string
  value: string
}

interface Compound {
  tag: string | undefined
  id: string | undefined
  classes: string[]
  attributes: Attribute[]
  position: 'first' | 'last' | undefined
  /** The combinator between this compound and the one on its left. */
  combinator: ' ' | '>' | '+' | '~'
}

/** A complex selector with its compounds from right to left. */
export interface Selector {
  compounds: Compound[]
  /** Specificity as one number (Selectors 4, 17). */
  weight: number
}

const maxCompounds = 12
const maxSiblings = 1000
const piece =
  /\s*([>+~])\s*|(\s+)|([a-z][\w-]*|\*)|#([\w-]+)|\.([\w-]+)|\[\s*([\w:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]+))\s*)?(?:[is]\s*)?\]|(::?[\w-]+)(\([^()]*\))?/giy

/** Parses a rule's prelude and omits selectors that a static page never matches, such as those with :hover. */
export function readSelectors(prelude: string): Selector[] {
  return prelude
    .slice(0, 4000)
    .split(',')
    .flatMap((text) => readSelector(text.trim()) ?? [])
}

function readSelector(text: string): Selector | undefined {
  const compounds: Compound[] = []
  let current = newCompound(' ')
  let weight = 0
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const match = piece.exec(text)
    if (match === null || compounds.length > maxCompounds) return undefined
    const [, combinator, space, tag, id, name, attribute, operator = '', double, single, plain, pseudo] = match
    if (combinator !== undefined || space !== undefined) {
      compounds.push(current)
      current = newCompound((combinator ?? ' ') as Compound['combinator'])
    } else if (tag !== undefined) {
      if (tag !== '*') {
        current.tag = tag.toLowerCase()
        weight += 1
      }
    } else if (id !== undefined) {
      current.id = id
      weight += 10_000
    } else if (pseudo !== undefined) {
      if (!addPseudo(current, pseudo.toLowerCase())) return undefined
      weight += 100
    } else {
      if (name !== undefined) current.classes.push(name)
      else {
        const value = double ?? single ?? plain ?? ''
        current.attributes.push({ name: (attribute ?? '').toLowerCase(), operator, value })
      }
      weight += 100
    }
  }
  compounds.push(current)
  return { compounds: compounds.toReversed(), weight }
}

/** Every class and id in a selector, prefixed with `.` or `#`. */
export function namesIn({ compounds }: Selector): string[] {
  return compounds.flatMap(({ classes, id }) => [
    ...classes.map((name) => `.${name}`),
    ...(id === undefined ? [] : [`#${id}`]),
  ])
}

function newCompound(combinator: Compound['combinator']): Compound {
  return { tag: undefined, id: undefined, classes: [], attributes: [], position: undefined, combinator }
}

function addPseudo(compound: Compound, pseudo: string): boolean {
  if (pseudo === ':first-child') compound.position = 'first'
  else if (pseudo === ':last-child') compound.position = 'last'
  else if (pseudo === ':root') compound.tag = 'html'
  else return pseudo === ':link'
  return true
}

/** The index key of a selector: id, class or tag of its rightmost compound. */
export function keyOf(selector: Selector): string {
  const [last] = selector.compounds
  if (last?.id !== undefined) return `#${last.id}`
  if (last?.classes[0] !== undefined) return `.${last.classes[0]}`
  return last?.tag ?? '*'
}

/** Limits the number of matching steps, so that hostile selectors cannot slow down an import. */
export class MatchBudget {
  left = 4_000_000
}

export function matches(element: Element, selector: Selector, budget: MatchBudget): boolean {
  return matchesFrom(element, selector.compounds, 0, budget)
}

function matchesFrom(element: Element, compounds: readonly Compound[], at: number, budget: MatchBudget): boolean {
  const compound = compounds[at] as Compound
  if (--budget.left < 0 || !matchesCompound(element, compound)) return false
  if (at + 1 >= compounds.length) return true
  switch (compound.combinator) {
    case '>':
      return element.parent !== undefined && matchesFrom(element.parent, compounds, at + 1, budget)
    case ' ':
      for (let up = element.parent; up !== undefined; up = up.parent) {
        if (matchesFrom(up, compounds, at + 1, budget)) return true
        if (budget.left < 0) return false
      }
      return false
    default: {
      // Limited, because selectors are short in practice.
      const candidates = elementsBefore(element, compound.combinator === '+' ? 1 : maxSiblings)
      return candidates.some((one) => matchesFrom(one, compounds, at + 1, budget))
    }
  }
}

// Keyed by the children array, which is replaced when the tree changes.
const elementsIn = new WeakMap<readonly Node[], { elements: Element[]; places: Map<Element, number> }>()

function elementsBefore(element: Element, max: number): Element[] {
  const children = element.parent?.children ?? []
  let known = elementsIn.get(children)
  if (known === undefined) {
    const elements = children.filter((child) => child.kind === 'element')
    known = { elements, places: new Map(elements.map((one, place) => [one, place])) }
    elementsIn.set(children, known)
  }
  const place = known.places.get(element) ?? 0
  return known.elements.slice(Math.max(0, place - max), place)
}

function matchesCompound(element: Element, compound: Compound): boolean {
  const { tag, id, classes, attributes, position } = compound
  if (tag !== undefined && element.name !== tag) return false
  if (id !== undefined && element.attributes['id'] !== id) return false
  if (classes.length > 0) {
    const own = ` ${(element.attributes['class'] ?? '').replace(/\s+/g, ' ')} `
    for (const name of classes) if (!own.includes(` ${name} `)) return false
  }
  for (const attribute of attributes) if (!matchesAttribute(element, attribute)) return false
  if (position === undefined) return true
  const siblings = element.parent?.children ?? []
  const isElement = ({ kind }: Node) => kind === 'element'
  return (position === 'first' ? siblings.find(isElement) : siblings.findLast(isElement)) === element
}

function matchesAttribute(element: Element, { name, operator, value }: Attribute): boolean {
  const own = Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined
  if (own === undefined) return false
  switch (operator) {
    case '':
      return true
    case '=':
      return own === value
    case '~=':
      return own.split(/\s+/).includes(value)
    case '|=':
      return own === value || own.startsWith(`${value}-`)
    case '^=':
      return value !== '' && own.startsWith(value)
    case '$=':
      return value !== '' && own.endsWith(value)
    default:
      return value !== '' && own.includes(value)
  }
}
