import type { Cascade, Cascaded } from '../css/cascade.ts'
import { type ImportWarnings } from '../report.ts'
import { type ExtractedTag, restoreTags } from '../tags/extracted.ts'
import { type Element, walkElements } from '../tree/dom.ts'

/** Intrinsic sizes of images in px, by URL. */
export type ImageSizes = ReadonlyMap<string, { width: number; height: number }>

export interface Page {
  /** The parsed text, with placeholders for its tags. */
  readonly text: string
  readonly tags: readonly ExtractedTag[]
  readonly cascade: Cascade
  readonly warnings: ImportWarnings
  /** In standards mode lines of text leave space below images. */
  readonly isStandard: boolean
  readonly isQuirky: boolean
  /** Content width in px. */
  readonly width: number
  /** Frames that are as wide as the content, although they declare another width. */
  readonly squeezed: ReadonlySet<Element>
  /** Content width in px on a phone. */
  readonly mobileWidth: number
  /** Base of relative URLs in the input. */
  readonly baseUrl: string
  readonly images: ImageSizes
  /** Relative URLs and attachments in place of image URLs. */
  readonly toUpload: Set<string>
  /** Caches, so that each element is inspected once. */
  readonly visibility: WeakMap<Element, boolean>
  readonly widths: WeakMap<Element, { size: number; width: number }>
  readonly minimalWidths: WeakMap<Element, { size: number; width: number }>
  readonly heldWidths: WeakMap<Element, number>
  readonly blocks: WeakMap<Element, boolean>
}

/** The original source of the element. */
export function sourceOf(page: Page, element: Pick<Element, 'start' | 'end'>): string {
  return restoreTags(page.text.slice(element.start, element.end), page.tags)
}

/**
 * The source of the element with the declarations of style rules that name elements only, such as `a { color: red }`, in its
 * style attributes. Such rules cannot stay in a style sheet, where they would apply to other blocks.
 */
export function styledSourceOf(page: Page, element: Element): string {
  const inserts: { at: number; text: string }[] = []
  const add = (one: Element) => {
    if (one.start < element.start || one.end > element.end || !page.text.startsWith(`<${one.name}`, one.start)) return
    const declared = Object.entries(page.cascade.unnamedStyleOf(one)).map(([name, value]) => `${name}:${value}`)
    if (declared.length > 0) inserts.push(styleInsert(page.text, one, declared.join(';')))
  }
  add(element)
  walkElements(element, (one) => {
    add(one)
    return true
  })
  let out = ''
  let from = element.start
  for (const { at, text } of inserts.toSorted((one, other) => one.at - other.at)) {
    out += page.text.slice(from, at) + text
    from = at
  }
  return restoreTags(out + page.text.slice(from, element.end), page.tags)
}

const attribute = /\s+([^\s=>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/y

// In front of the element's own declarations, which win.
function styleInsert(text: string, { start, name }: Element, css: string): { at: number; text: string } {
  const end = start + 1 + name.length
  attribute.lastIndex = end
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    const [all, key = '', value = ''] = match
    if (key.toLowerCase() !== 'style') continue
    const quote = /^["']/.exec(value)?.[0]
    if (quote === undefined) break
    const at = match.index + all.length - value.length + 1
    return { at, text: `${css.replaceAll(quote, quote === '"' ? "'" : '"')};` }
  }
  return { at: end, text: ` style="${css.replaceAll('"', "'")}"` }
}

/** The line of the input on which an element starts, from 1. */
export function lineOf(page: Page, element: Pick<Element, 'start'>): number {
  let line = 1
  for (let at = page.text.indexOf('\n'); at >= 0 && at < element.start; at = page.text.indexOf('\n', at + 1)) line++
  return line
}

export function cssOf(page: Page, element: Element): Cascaded {
  return page.cascade.styleOf(element)
}

export function warnOfHidden({ warnings }: Page): void {
  warnings.add('HIDDEN_LEFT_OUT', 'Content that is never visible was not imported.')
}
