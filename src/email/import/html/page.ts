import type { Cascade, Cascaded } from '../css/cascade.ts'
import { type ImportWarnings } from '../report.ts'
import { type ExtractedTag, restoreTags } from '../tags/extracted.ts'
import type { Element } from '../tree/dom.ts'

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
  /** Content width in px on a phone. */
  readonly mobileWidth: number
  /** Base of relative URLs in the input. */
  readonly baseUrl: string
  readonly images: ImageSizes
  /** Caches, so that each element is inspected once. */
  readonly visibility: WeakMap<Element, boolean>
  readonly widths: WeakMap<Element, { size: number; width: number }>
  readonly minimalWidths: WeakMap<Element, { size: number; width: number }>
  readonly blocks: WeakMap<Element, boolean>
}

/** The original source of the element. */
export function sourceOf(page: Page, element: Pick<Element, 'start' | 'end'>): string {
  return restoreTags(page.text.slice(element.start, element.end), page.tags)
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
