import { black, over, white } from '../color/color.ts'
import type { PageLink, Paint } from './page.ts'
import type { Attributes, Tag } from './scan-html.ts'
import type { SheetClasses } from './sheet-classes.ts'
import { type StyleFacts, styleFacts } from './style-facts.ts'

/** An element with its parsed style. */
export interface Painted {
  tag: Tag
  facts: StyleFacts
}

/** For elements without a style attribute. */
export const noFacts: StyleFacts = { declarations: [] }

const nothing: readonly StyleFacts[] = []

/** The default text style of browsers: black on white. */
export function barePaint(dir: 'ltr' | 'rtl'): Paint {
  return {
    color: black,
    background: white,
    darkColor: undefined,
    darkBackground: undefined,
    isBare: true,
    isOverImage: false,
    size: 16,
    narrowSize: 16,
    weight: 400,
    line: undefined,
    align: dir === 'rtl' ? 'right' : 'left',
    isCertain: true,
  }
}

/** Computes the text style inside an element from its own style, its classes and what it inherits. */
export class Painter {
  readonly #classes: SheetClasses
  /** Parsed class attributes, cached: a page has few different ones. */
  readonly #read = { dark: new Map<string, StyleFacts[]>(), narrow: new Map<string, StyleFacts[]>() }
  readonly #painted = new Map<Paint, Map<Tag, Paint>>()

  constructor(classes: SheetClasses) {
    this.#classes = classes
  }

  /** True if content hidden on large screens is visible on small ones. */
  appears(attributes: Attributes): boolean {
    return this.#classesOf(attributes, 'narrow').some(({ display }) => display !== undefined && display !== 'none')
  }

  #classesOf(attributes: Attributes, layer: 'dark' | 'narrow'): readonly StyleFacts[] {
    const names = attributes.get('class')
    const known = this.#classes[layer]
    if (names === undefined || known.size === 0) return nothing
    const read = this.#read[layer]
    let facts = read.get(names)
    if (facts === undefined) read.set(names, (facts = names.split(/\s+/).flatMap((name) => known.get(name) ?? [])))
    return facts
  }

  /**
   * The text style inside an element; `authored` for an element of an html block, `isStyled` if a style sheet may color it.
   */
  paintOf(painted: Painted, above: Paint, authored?: { isStyled: boolean }): Paint {
    if (authored !== undefined) return this.#mix(painted, above, authored)
    // Cached, because the same tag recurs on the same background, such as the cells of a table.
    let inside = this.#painted.get(above)
    if (inside === undefined) this.#painted.set(above, (inside = new Map()))
    let paint = inside.get(painted.tag)
    if (paint === undefined) inside.set(painted.tag, (paint = this.#mix(painted, above)))
    return paint
  }

  #mix({ facts, tag }: Painted, above: Paint, authored?: { isStyled: boolean }): Paint {
    const { attributes, name } = tag
    const dark = this.#classesOf(attributes, 'dark')
    const narrow = this.#classesOf(attributes, 'narrow')
    const attributed = attributes.get('bgcolor')
    const face =
      facts.background ??
      (attributed === undefined ? undefined : styleFacts(`background-color:${attributed}`).background)
    const isBoldElement = name === 'b' || name === 'strong' || name === 'th' || /^h[1-6]$/.test(name)
    const isPlain = facts === noFacts && dark.length === 0 && narrow.length === 0
    if (isPlain && face === undefined && !isBoldElement && authored === undefined) return above
    const paint = { ...above }
    if (facts.color !== undefined) {
      paint.color = facts.color
      paint.darkColor = undefined
    }
    if (face !== undefined && face.a > 0) {
      // An opaque background hides the dark mode colors of its ancestors.
      paint.background = over(face, above.background)
      if (face.a >= 1) paint.darkBackground = undefined
      paint.isBare = paint.isBare && face.a < 1
      if (face.a >= 1) paint.isOverImage = false
    }
    if (facts.hasImage || attributes.has('background')) paint.isOverImage = true
    for (const one of dark) {
      if (one.color !== undefined) paint.darkColor = one.color
      if (one.background !== undefined)
        paint.darkBackground = over(one.background, above.darkBackground ?? above.background)
    }
    if (facts.size !== undefined) {
      paint.size = facts.isRelative ? facts.size * above.size : facts.size
      paint.narrowSize = facts.isRelative ? facts.size * above.narrowSize : facts.size
    }
    for (const { size, isRelative } of narrow) if (size !== undefined && !isRelative) paint.narrowSize = size
    if (facts.weight !== undefined || isBoldElement) paint.weight = facts.weight ?? 700
    if (facts.line !== undefined) paint.line = facts.isLinePx ? facts.line / Math.max(1, paint.size) : facts.line
    if (facts.align !== undefined) paint.align = facts.align
    if (facts.isUnreadable) paint.isCertain = false
    if (facts.color !== undefined) paint.color = over(facts.color, paint.background)
    if (authored !== undefined) evaluate(paint, tag, authored.isStyled)
    return paint
  }

  /**
   * Size on a phone of a link rendered as a box; undefined for links in running text, which are exempt (WCAG 2.2, 2.5.8).
   */
  boxOf(attributes: Attributes, facts: StyleFacts, paint: Paint): PageLink['box'] {
    if (facts.display !== 'inline-block' && facts.display !== 'block') return undefined
    let { padding, line = paint.line ?? 1.2, isLinePx } = facts
    let { size } = paint
    for (const narrow of this.#classesOf(attributes, 'narrow')) {
      padding = narrow.padding ?? padding
      if (narrow.size !== undefined && !narrow.isRelative) size = narrow.size
      if (narrow.line !== undefined) ({ line, isLinePx } = { isLinePx: undefined, ...narrow, line: narrow.line })
    }
    const [top, , bottom] = padding ?? [0, 0, 0, 0]
    return { height: top + bottom + (isLinePx ? line : line * size), width: facts.width }
  }
}

// An authored style sheet may override any style of authored elements, so these are not checked.
function evaluate(paint: Paint, { attributes, name }: Tag, isStyled: boolean): void {
  const isBlue = name === 'a' && !attributes.get('style')?.includes('color')
  if (isStyled || isBlue || name === 'font') paint.isCertain = false
}
