import type { Style } from '../../../document/index.ts'
import { cleanHtml } from '../../../sanitize/index.ts'
import { type Box, type Draft, insets } from '../boxes/box.ts'
import type { Element } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import { type Page, lineOf, sourceOf, styledSourceOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import { textStyle } from './text.ts'

interface RawContext {
  inherited: InheritedStyle
  width: number
}

const tablePart: Record<string, [string, string]> = {
  td: ['<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr>', '</tr></table>'],
  tr: ['<table role="presentation" cellpadding="0" cellspacing="0" width="100%">', '</table>'],
}
tablePart['th'] = tablePart['td'] as [string, string]
for (const name of ['tbody', 'thead', 'tfoot']) tablePart[name] = tablePart['tr'] as [string, string]

/** Keeps an element verbatim as an html block, inside a table if it is part of one. */
export function rawBox(page: Page, element: Element, place: RawContext): Box {
  const first = element.children.find((child) => child.kind === 'element')
  const part = tablePart[element.name === '#region' ? (first?.name ?? '') : element.name]
  const source = withOwnTags(page, element, fullSource(page, element))
  return rawSource(page, { element, html: part === undefined ? source : part[0] + source + part[1] }, place)
}

// A line of a cell has the cell's name and attributes, but a range without its tags.
function withOwnTags(page: Page, { name, attributes, start }: Element, source: string): string {
  if (tablePart[name] === undefined || page.text.startsWith(`<${name}`, start)) return source
  const style = attributes['style']?.replaceAll('"', '&quot;')
  return `<${name}${style === undefined ? '' : ` style="${style}"`}>${source}</${name}>`
}

// A loop needs its tags. The tags of a condition are in the document, or in the source around the element.
function fullSource(page: Page, element: Element): string {
  const source = styledSourceOf(page, element)
  const region = regionOf(element)
  if (region === undefined || region.kind === 'raw' || region.kind === 'when') return source
  const opened = region.kind === 'each' ? [region.open] : region.opened
  return opened.map((tag) => tag.source).join('') + source + region.choice.end.source
}

/** Keeps the content between the rows of a table as an html block. */
export function rawRows(page: Page, span: Pick<Element, 'start' | 'end'>, place: RawContext): Box {
  const [before, after] = tablePart['tr'] as [string, string]
  return rawSource(page, { element: span, html: before + sourceOf(page, span) + after }, place)
}

/** Keeps a range of the source as an html block. */
export function rawSource(
  page: Page,
  { element, html }: { element: Pick<Element, 'start' | 'end'>; html: string },
  { inherited, width }: RawContext,
): Box {
  warnAt(page, element, 'KEPT_AS_HTML', 'Part of the email was kept as HTML because no block can represent it.')
  const { removed } = cleanHtml(html)
  if (removed.length > 0) warnAt(page, element, 'REMOVED', `Removed from it: ${removed.slice(0, 5).join(', ')}.`)
  return leafBox(element as Element, { type: 'html', html }, { width, style: textStyle(inherited) })
}

/** A box that contains one block. */
export function leafBox(element: Element, draft: Draft, { width, style }: { width: number; style?: Style }): Box {
  return {
    kind: 'leaf',
    element,
    draft,
    ...(style === undefined ? {} : { style }),
    face: {},
    padding: insets(0),
    margin: insets(0),
    width,
    isFluid: true,
    children: [],
    isSealed: true,
  }
}

/** Adds a warning with its line number. Counting lines is linear, so duplicates are filtered first. */
export function warnAt(page: Page, element: Pick<Element, 'start'>, code: string, message: string): void {
  if (page.warnings.accepts(code, message)) page.warnings.add(code, message, lineOf(page, element))
}
