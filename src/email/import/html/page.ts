import type { Cascade, Cascaded } from '../css/cascade.ts'
import { type ImportWarnings } from '../report.ts'
import { type ExtractedTag, restoreTags } from '../tags/extracted.ts'
import type { Element } from '../tree/dom.ts'

/** How large images are in px, by their addresses. */
export type ImageSizes = ReadonlyMap<string, { width: number; height: number }>

export interface Page {
  /** The text that was parsed, with placeholders for its tags. */
  readonly text: string
  readonly tags: readonly ExtractedTag[]
  readonly cascade: Cascade
  readonly warnings: ImportWarnings
  /** In standards mode lines of text leave space below images. */
  readonly isStandard: boolean
  readonly isQuirky: boolean
  /** Width of the content in px. */
  readonly width: number
  /** Addresses of the input are relative to it. */
  readonly baseUrl: string
  readonly images: ImageSizes
  /** What was found out about elements, so that none is looked through twice. */
  readonly seen: WeakMap<Element, boolean>
  readonly widths: WeakMap<Element, { size: number; width: number }>
  readonly blocks: WeakMap<Element, boolean>
}

/** The element as it came, byte for byte. */
export function sourceOf(page: Page, element: Pick<Element, 'start' | 'end'>): string {
  return restoreTags(page.text.slice(element.start, element.end), page.tags)
}

/** The line of the input on which an element begins, from 1. */
export function lineOf(page: Page, element: Pick<Element, 'start'>): number {
  let line = 1
  for (let at = page.text.indexOf('\n'); at >= 0 && at < element.start; at = page.text.indexOf('\n', at + 1)) line++
  return line
}

/** Declarations of an element for wide screens. */
export function cssOf(page: Page, element: Element): Cascaded {
  return page.cascade.styleOf(element)
}
