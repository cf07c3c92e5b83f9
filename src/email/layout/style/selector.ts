import type { Element } from '../read/element.ts'

/** A compound selector. */
interface Compound {
  name: string | undefined
  id: string | undefined
  classes: readonly string[]
  attributes: readonly Attribute[]
}

interface Attribute {
  name: string
  /** What precedes `=`: the value as a whole if empty, else how it holds the value (Selectors 4, section 6). */
  operator: string
  value: string | undefined
}

/** Compounds from right to left; `combinators[i]` joins the compounds i and i + 1. */
export interface Selector {
  compounds: readonly Compound[]
  combinators: readonly ('descendant' | 'child')[]
  /** Ids, classes and type selectors encoded in one sortable number (Selectors 4, section 17). */
  specificity: number
}

const piece = /([#.]?)([\w-]+|\*)|\[([\w-]+)(?:([~|^$*]?)=["']?([^\]"']*)["']?)?\]|:(root)\b/gy

/** Supports type, id, class and attribute selectors with descendant and child combinators; undefined for others. */
export function readSelector(text: string): Selector | undefined {
  const compounds: Compound[] = []
  const combinators: ('descendant' | 'child')[] = []
  let specificity = 0
  for (const part of text.replace(/(?:(?<!\s)\s+)?>\s*/g, ' >').split(/\s+/)) {
    const isChild = part.startsWith('>')
    const compound = readCompound(isChild ? part.slice(1) : part)
    if (compound === undefined) return undefined
    if (compounds.length > 0) combinators.unshift(isChild ? 'child' : 'descendant')
    compounds.unshift(compound)
    specificity +=
      (compound.id === undefined ? 0 : 10_000) +
      (compound.classes.length + compound.attributes.length) * 100 +
      (compound.name === undefined ? 0 : 1)
  }
  return compounds.length === 0 || compounds.length > 12 ? undefined : { compounds, combinators, specificity }
}

function readCompound(text: string): Compound | undefined {
  const compound = { name: undefined as string | undefined, id: undefined as string | undefined }
  const classes: string[] = []
  const attributes: Attribute[] = []
  piece.lastIndex = 0
  let read = 0
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const [all, sign = '', word = '', attribute, operator = '', value, root] = match
    read += all.length
    if (root !== undefined) compound.name = 'html'
    else if (attribute !== undefined) attributes.push({ name: attribute.toLowerCase(), operator, value })
    else if (sign === '.') classes.push(word)
    else if (sign === '#') compound.id = word
    else if (word !== '*') compound.name = word.toLowerCase()
  }
  return read === text.length && text !== '' ? { ...compound, classes, attributes } : undefined
}

const maxSteps = 2000

/** `classesOf` returns the classes of an element as a set, because there may be many. */
export function matches(
  { compounds, combinators }: Selector,
  element: Element,
  classesOf: (element: Element) => readonly string[],
): boolean {
  // Limits backtracking: many descendant combinators in a deep tree have exponentially many ways to match.
  let steps = 0
  const meets = (at: Element, index: number): boolean => {
    const compound = compounds[index]
    if (compound === undefined || steps++ > maxSteps || !fits(compound, at, classesOf)) return false
    if (index === compounds.length - 1) return true
    for (let above = at.parent; above !== undefined; above = above.parent) {
      if (meets(above, index + 1)) return true
      if (combinators[index] === 'child') return false
    }
    return false
  }
  return meets(element, 0)
}

function fits(
  { name, id, classes, attributes }: Compound,
  element: Element,
  classesOf: (element: Element) => readonly string[],
): boolean {
  if (name !== undefined && name !== element.name) return false
  if (id !== undefined && id !== element.attributes['id']) return false
  if (classes.length > 0) {
    const own = classesOf(element)
    if (!classes.every((one) => own.includes(one))) return false
  }
  return attributes.every((one) => {
    const value = element.attributes[one.name]
    return value !== undefined && (one.value === undefined || holdsValue(value, one.operator, one.value))
  })
}

function holdsValue(value: string, operator: string, wanted: string): boolean {
  if (operator === '') return value === wanted
  if (operator === '|') return value === wanted || value.startsWith(`${wanted}-`)
  // An empty value matches nothing.
  if (wanted === '') return false
  if (operator === '^') return value.startsWith(wanted)
  if (operator === '$') return value.endsWith(wanted)
  return operator === '*' ? value.includes(wanted) : value.split(/\s+/).includes(wanted)
}

/** Index key of a selector: the class, id or type that its last compound requires; `*` if none. */
export function keyOf({ compounds: [last] }: Selector): string {
  if (last?.id !== undefined) return `#${last.id}`
  const [first] = last?.classes ?? []
  return first === undefined ? (last?.name ?? '*') : `.${first}`
}
