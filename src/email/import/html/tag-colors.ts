import { parseTagged } from '../../data/index.ts'
import { readColor } from '../css/values.ts'
import { type ExtractedTag, holdsTag, splitTags } from '../tags/extracted.ts'
import type { ImportWarnings } from '../report.ts'
import { type Element, walkElements } from '../tree/dom.ts'

/** Placeholder colors for template tags. */
const palette = ['#3d6bdb', '#0f7b6c', '#b4470e', '#7a3fb0', '#9c2f57', '#4d5b2a', '#1f5f7a', '#6b4a2f']
// The tag is optional, so that a declaration without one is read once and not again for each property name in it.
const colorProperty =
  /((?:^|[;{\s])(?:background(?:-color)?|color|border(?:-(?:top|right|bottom|left))?(?:-color)?)\s*:[^;{}\uf8f0]*)(\uf8f0[\ue000-\uefff]{2})?/gi

/**
 * Replaces template tags in color values with theme colors named after their fields, because a document needs its colors
 * when it is rendered.
 */
export class TagColors {
  readonly #tags: readonly ExtractedTag[]
  readonly #warnings: ImportWarnings
  /** Assigned colors, by tag source. */
  readonly #known = new Map<string, { name: string; color: string }>()

  constructor(tags: readonly ExtractedTag[], warnings: ImportWarnings) {
    this.#tags = tags
    this.#warnings = warnings
  }

  /** Replaces tags in the style and bgcolor attributes of all descendants. */
  replaceInTree(root: Element): void {
    walkElements(root, ({ attributes }) => {
      const { bgcolor, style } = attributes
      if (style !== undefined && holdsTag(style)) attributes['style'] = this.replaceInCss(style)
      if (bgcolor !== undefined && holdsTag(bgcolor)) {
        const replaced = this.replaceInCss(`color:${bgcolor}`).slice('color:'.length)
        if (!holdsTag(replaced)) attributes['bgcolor'] = replaced
      }
      return true
    })
  }

  /** Replaces tags in a style sheet or in the declarations of an attribute. */
  replaceInCss(css: string): string {
    if (!holdsTag(css)) return css
    return css.replace(colorProperty, (all: string, before: string, tag?: string) => {
      const color = tag === undefined ? undefined : this.#colorOf(tag)
      return color === undefined ? all : before + color
    })
  }

  /** Replaces the placeholder colors in a document with theme names; returns these theme colors. */
  name(document: Record<string, unknown>): Record<string, { light: string }> {
    const colors: Record<string, { light: string }> = {}
    const names = new Map([...this.#known.values()].map(({ color, name }) => [color, name]))
    if (names.size === 0) return colors
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        const name = typeof inner === 'string' ? names.get(inner) : undefined
        if (name === undefined) visit(inner)
        else {
          colors[name] = { light: String(inner) }
          ;(value as Record<string, unknown>)[key] = `$color.${name}`
        }
      }
    }
    visit(document['rows'])
    visit(document['theme'])
    visit(document['body'])
    return colors
  }

  #colorOf(placeholder: string): string | undefined {
    const [tag] = splitTags(placeholder, this.#tags)
    if (typeof tag !== 'object' || tag.kind !== 'value') return undefined
    const known = this.#known.get(tag.liquid)
    if (known !== undefined) return known.color
    const [field] = parseTagged(tag.liquid).parts
    if (typeof field !== 'object' || !('path' in field)) return undefined
    const color = this.#free(readColor(field.fallback))
    if (color === undefined) return undefined
    const name = nameOf(field.path, new Set([...this.#known.values()].map((one) => one.name)))
    this.#known.set(tag.liquid, { name, color })
    this.#warnings.add('COLOR_TAG', `${tag.source.slice(0, 80)} is a color: it became the theme color ${name}.`)
    return color
  }

  #free(wanted: string | undefined): string | undefined {
    const taken = new Set([...this.#known.values()].map(({ color }) => color))
    return [...(wanted === undefined || wanted === 'transparent' ? [] : [wanted]), ...palette].find(
      (color) => !taken.has(color),
    )
  }
}

function nameOf(path: string, taken: ReadonlySet<string>): string {
  const last = path.split('.').at(-1) ?? ''
  const plain = last.replace(/[^A-Za-z0-9_-]/g, '').replace(/^[^A-Za-z]+/, '') || 'accent'
  let name = plain.slice(0, 40)
  for (let count = 2; taken.has(name); count++) name = `${plain.slice(0, 40)}-${count}`
  return name
}
