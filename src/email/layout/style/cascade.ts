import type { Element } from '../read/element.ts'
import { attributeDeclarations } from './attributes.ts'
import { type Declaration, readDeclarations } from './declarations.ts'
import { defaultsOf } from './defaults.ts'
import { keyOf, matches } from './selector.ts'
import type { Medium, Rule } from './sheet.ts'

/** Cascaded values of one element by property. */
export type Declarations = ReadonlyMap<string, string>

type Ordered = Rule & { order: number }

/** CSS Cascade 4, section 6. */
export class Cascade {
  readonly #rules = new Map<string, Ordered[]>()
  readonly #classes = new WeakMap<Element, readonly string[]>()

  readonly scheme: Medium['scheme']

  constructor(rules: readonly Rule[], scheme: Medium['scheme']) {
    this.scheme = scheme
    for (const [order, rule] of rules.entries()) {
      const key = keyOf(rule.selector)
      const same = this.#rules.get(key)
      if (same === undefined) this.#rules.set(key, [{ ...rule, order }])
      else same.push({ ...rule, order })
    }
  }

  /** `around` is the direction of the parent. */
  specifiedValues(element: Element, around: 'ltr' | 'rtl'): Declarations {
    const specified = new Map<string, string>()
    const late: (readonly Declaration[])[] = []
    const apply = (declarations: readonly Declaration[]) => {
      let hasImportant = false
      for (const { property, value, important } of declarations) {
        if (important) hasImportant = true
        else specified.set(property, value)
      }
      if (hasImportant) late.push(declarations)
    }
    const own = element.attributes['dir']?.toLowerCase()
    apply(defaultsOf(element, own === 'rtl' || own === 'ltr' ? own : around))
    apply(attributeDeclarations(element))
    for (const { declarations } of this.#rulesFor(element)) apply(declarations)
    const { style } = element.attributes
    if (style !== undefined) apply(readDeclarations(style))
    for (const declarations of late) {
      for (const { property, value, important } of declarations) if (important) specified.set(property, value)
    }
    return specified
  }

  #rulesFor(element: Element): Ordered[] {
    const found: Ordered[] = []
    const computed = (key: string) => {
      for (const rule of this.#rules.get(key) ?? []) {
        if (matches(rule.selector, element, (one) => this.#classesOf(one))) found.push(rule)
      }
    }
    for (const name of this.#classesOf(element)) computed(`.${name}`)
    if (element.attributes['id'] !== undefined) computed(`#${element.attributes['id']}`)
    computed(element.name)
    computed('*')
    return found.sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
  }

  #classesOf(element: Element): readonly string[] {
    const known = this.#classes.get(element)
    if (known !== undefined) return known
    const names = (element.attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '')
    this.#classes.set(element, names)
    return names
  }
}
