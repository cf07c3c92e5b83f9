import type { Element } from '../source/element.ts'
import type { Attributes } from '../values/lengths.ts'
import { defaults } from './defaults.ts'

/**
 * Attributes of components from the head, in ascending precedence: defaults, mj-all, those of the tag, mj-class, values for
 * the tag in the mj-class of its parent, and the element's own.
 */
export class SharedAttributes {
  private readonly all: Record<string, string> = {}
  private readonly tags = new Map<string, Record<string, string>>()
  private readonly classes = new Map<string, Record<string, string>>()
  private readonly insides = new Map<string, Map<string, Attributes>>()

  /** Adds a mj-attributes element. */
  add(element: Element): void {
    for (const { name, attributes, children } of element.children) {
      if (name === 'mj-all') Object.assign(this.all, attributes)
      else if (name === 'mj-class') this.addClass(attributes, children)
      else this.tags.set(name, { ...this.tags.get(name), ...attributes })
    }
  }

  private addClass({ name = '', ...attributes }: Attributes, children: readonly Element[]): void {
    this.classes.set(name, { ...this.classes.get(name), ...attributes })
    if (children.length > 0) this.insides.set(name, new Map(children.map((one) => [one.name, one.attributes])))
  }

  /** The attributes of an element; `around` are the mj-class names of its parent, `inherited` attributes inherited from it. */
  of({ name, attributes }: Element, around: string, inherited: Attributes = {}): Attributes {
    const { 'mj-class': classNames = '', ...own } = attributes
    const out: Record<string, string> = { ...defaults[name], ...this.all, ...inherited, ...this.tags.get(name) }
    let cssClass: string | undefined
    for (const one of classNames.split(' ')) {
      const values = this.classes.get(one)
      if (values === undefined) continue
      Object.assign(out, values)
      // css-class values of several mj-class are combined.
      const more = values['css-class']
      if (more !== undefined) cssClass = cssClass === undefined ? more : `${cssClass} ${more}`
    }
    if (cssClass !== undefined) out['css-class'] = cssClass
    for (const one of around.split(' ')) Object.assign(out, this.insides.get(one)?.get(name))
    return Object.assign(out, own)
  }
}

/** The mj-class names that apply inside an element: its own, or those of its parent. */
export function classesInside({ attributes }: Element, around: string): string {
  return attributes['mj-class'] ?? around
}
