import type { Box as Lengths, Link, Style } from '../../../document/index.ts'
import { borderWidths, mapBox, minVisibleSize, readBox, readLength, readPercent } from '../../css/values.ts'
import type { Box } from '../boxes/box.ts'
import { textWidth } from '../boxes/content-width.ts'
import { readFace } from '../boxes/metrics.ts'
import { type Element, elementsOf, findElement, textOf } from '../../tree/dom.ts'
import { type InheritedStyle, isInline, lineFactor, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { readLink } from '../urls.ts'
import { regionOf } from '../regions.ts'
import { writtenText } from '../written.ts'
import { faceOf } from './atoms.ts'
import { leafBox } from './raw.ts'
import { round, textStyle } from './text.ts'

interface ButtonContext {
  inherited: InheritedStyle
  width: number
}

/** `inherited` is the style inside the link. */
export function readButton(
  page: Page,
  anchor: Element,
  link: Link | undefined,
  { inherited, width }: ButtonContext,
): Box | undefined {
  const { css, padding } = faceOf(page, anchor)
  const face = readFace(page, css, inherited)
  return buttonBox(page, {
    anchor,
    link,
    inherited: innermostStyle(page, anchor, inherited),
    face,
    padding,
    css,
    container: width,
  })
}

interface ButtonParts {
  anchor: Element
  link: Link | undefined
  inherited: InheritedStyle
  face: ReturnType<typeof readFace>
  padding: Lengths
  css: Record<string, string>
  container: number
}

function buttonBox(
  page: Page,
  { anchor, link, inherited, face, padding, css, container }: ButtonParts,
): Box | undefined {
  const written = writtenText(page, anchor, (element) => isUnseen(page, element))?.replace(/[ \t\n\r\f]+/g, ' ')
  const label = written?.trim()
  if (label === undefined || label === '' || label.length > 10_000 || link?.role !== undefined) return undefined
  const { align, ...text } = textStyle(inherited)
  const style: Style = { ...text, background: face.background ?? 'transparent', radius: face.radius ?? 0 }
  let inner = add(padding, spacesAround(written ?? '', inherited.size))
  const { border } = face
  // Borders in the background color are padding, an old technique for Outlook.
  if (
    border !== undefined &&
    border.sides === undefined &&
    (border.color === face.background || face.background === undefined) &&
    border.width > 3
  ) {
    inner = add(inner, borderWidths(cssOf(page, anchor).base, inherited.size) ?? mapBox(inner, () => border.width))
    if (face.background === undefined) style.background = border.color
  } else if (border !== undefined) style.border = border
  const line = inherited.size * lineFactor(inherited)
  const height = readLength(css['height'], inherited.size)
  if (height !== undefined && css['display'] !== 'inline' && css['display'] !== undefined && height > line) {
    const container = (height - line) / 2
    inner = [inner[0] + container, inner[1], inner[2] + container, inner[3]]
  }
  style.innerPadding = mapBox(inner, (side) => Math.min(1000, Math.max(0, Math.round(side * 100) / 100)))
  const percent = readPercent(css['width'])
  const own = percent === undefined ? readLength(css['width'], inherited.size) : undefined
  const isFull =
    css['display'] === 'block' &&
    ((own === undefined && percent === undefined) || (own ?? 0) >= container - 1 || percent === 100)
  const draft: { type: string; [property: string]: unknown } = { type: 'button', label, href: link?.href ?? '' }
  if (isFull) draft['fullWidth'] = true
  else if (own !== undefined && own > textWidth(label, inherited)) {
    const outer = css['box-sizing'] === 'border-box' ? own : own + inner[1] + inner[3]
    style.width = Math.min(2000, Math.max(1, Math.round(outer)))
  } else if (percent !== undefined && percent > 0 && percent < 99 && css['display'] !== 'inline')
    style.width = `${round(percent, 3)}%`
  style.align = align === undefined || align === 'justify' ? 'left' : align
  const box = leafBox(anchor, draft, { width: container, style })
  const mobile = isFull ? undefined : narrowButton(page, anchor, inherited)
  if (mobile !== undefined) box.mobile = mobile
  return box
}

// Spam has such words between those of its buttons.
function isUnseen(page: Page, element: Element): boolean {
  const { base } = cssOf(page, element)
  return base['display'] === 'none' || (readLength(base['font-size']) ?? minVisibleSize) < minVisibleSize
}

// Buttons often fill the width on phones, with larger text.
function narrowButton(page: Page, anchor: Element, inherited: InheritedStyle): Style | undefined {
  const { narrow } = cssOf(page, anchor)
  if (narrow === undefined) return undefined
  const mobile: Style = {}
  const percent = readPercent(narrow['width'])
  const px = readLength(narrow['width'], inherited.size)
  if (percent !== undefined && percent >= 1 && percent <= 100) mobile.width = `${round(percent, 3)}%`
  else if (percent === undefined && px !== undefined && px >= 1) mobile.width = Math.min(2000, px)
  else if (narrow['display'] === 'block' && narrow['width'] === undefined) mobile.width = '100%'
  const size = readLength(narrow['font-size'], inherited.size)
  if (size !== undefined && size >= 1 && size <= 200) mobile.size = round(size, 2)
  return Object.keys(mobile).length === 0 ? undefined : mobile
}

// Non-breaking spaces are padding around the label.
function spacesAround(label: string, size: number): Lengths {
  const width = (spaces: string) => (spaces.match(/\u00a0/g)?.length ?? 0) * size * 0.28
  const [before, behind] = [label.length - label.trimStart().length, label.trimEnd().length]
  return [0, width(label.slice(behind)), 0, width(label.slice(0, before))]
}

/** Maximum length of the source of a button, in characters. */
const maxButtonLength = 8000

/**
 * Converts a table that contains only a button: one link, its text, and a background or border. `loop` is the loop that
 * repeats its cell, if any.
 */
export function readButtonTable(page: Page, table: Element, place: ButtonContext, loop?: Element): Box | undefined {
  if (table.end - table.start > maxButtonLength) return undefined
  const anchor = findElement(table, ({ name }) => name === 'a')
  if (anchor === undefined || findElement(table, ({ name }) => name === 'img') !== undefined) return undefined
  if (breaksWords(anchor)) return undefined
  const words = textOf(table).trim()
  if (words === '' || words !== textOf(anchor).trim() || words.length > 200) return undefined
  const chain = chainTo(table, anchor)
  if (
    chain === undefined ||
    chain.some((one) => one !== table && (one.name === 'table' || (regionOf(one) !== undefined && one !== loop)))
  )
    return undefined
  let inherited = place.inherited
  const faces: ReturnType<typeof readFace>[] = []
  let padding: Lengths = [0, 0, 0, 0]
  let faced = false
  let isInFace = false
  let background: string | undefined
  let css: Record<string, string> = {}
  let outer: Lengths = [0, 0, 0, 0]
  let beforeFace: InheritedStyle | undefined
  for (const element of chain) {
    const own = cssOf(page, element).base
    const before = inherited
    inherited = styleInside(element, own, inherited, page.isQuirky)
    const face = readFace(page, own, inherited)
    const rendered = face.background !== undefined || face.border !== undefined
    if (rendered) {
      // Two colors mean a button on a card.
      if (background !== undefined && face.background !== undefined && background !== face.background) return undefined
      background ??= face.background
      // What is inside of a link aligns its label, not the link.
      if (!faced && element.name !== 'td') beforeFace = before
      faced = true
    }
    const container = readBox('padding', (name) => own[name], place.width, inherited.size)
    const margin = element === table ? noLengths : marginOf(element, own, inherited)
    if (isInFace) padding = add(padding, margin)
    else outer = add(outer, margin)
    if (faced) padding = add(padding, container)
    else outer = add(outer, container)
    isInFace = faced
    if (element === anchor) {
      const inside = faceOf(page, anchor).padding
      padding = add(padding, [
        inside[0] - container[0],
        inside[1] - container[1],
        inside[2] - container[2],
        inside[3] - container[3],
      ])
    }
    faces.push(face)
    if (faced) css = { ...css, ...pick(own) }
  }
  if (!faced) return undefined
  const face = Object.assign({}, ...faces) as ReturnType<typeof readFace>
  if (face.backgroundImage !== undefined) return undefined
  const link = readLink(page, anchor.attributes)
  if (link === 'unsupported') return undefined
  const tableCss = cssOf(page, table).base
  const inTable = readPercent(tableCss['width']) === 100 || table.attributes['width'] === '100%'
  // A button that fills its cell gets the full width; in the oldest markup only the table declares that width.
  const faceFrom = chain[faces.findIndex((one) => one.background !== undefined || one.border !== undefined)]
  if (inTable && faceFrom !== undefined && isBlockOf(page, faceFrom)) css = { ...css, display: 'block' }
  else if (css['display'] === 'block' && css['width'] === undefined) css = { ...css, display: 'inline-block' }
  const width = readLength(tableCss['width'])
  if (width !== undefined && css['width'] === undefined && faceFrom !== anchor)
    css = { ...css, width: `${width}px`, 'box-sizing': 'border-box' }
  const box = buttonBox(page, {
    anchor,
    link,
    inherited: innermostStyle(page, anchor, inherited),
    face,
    padding,
    css,
    container: place.width,
  })
  if (box === undefined) return undefined
  box.element = table
  const align = alignOf(page, table, place.inherited, {
    inTable,
    inherited: beforeFace ?? inherited,
    isFaceWide: faceFrom === table,
  })
  box.style = { ...box.style, align }
  const around = add(
    outer,
    readBox('margin', (name) => tableCss[name], place.width, inherited.size),
  )
  box.margin = { wide: around, narrow: around }
  return box
}

// A span around the link, which some editors use for the background, is as wide as its text.
function isBlockOf(page: Page, element: Element): boolean {
  const display = cssOf(page, element).base['display']
  return display === 'block' || (!isInline(element) && display !== 'inline-block' && display !== 'inline')
}

function alignOf(
  page: Page,
  table: Element,
  around: InheritedStyle,
  { inTable, inherited, isFaceWide }: { inTable: boolean; inherited: InheritedStyle; isFaceWide: boolean },
): 'left' | 'center' | 'right' {
  const css = cssOf(page, table).base
  if (inTable && !isFaceWide)
    return inherited.align === 'center' || inherited.align === 'right'
      ? inherited.align
      : (inherited.blockAlign ?? 'left')
  const own = table.attributes['align']?.toLowerCase()
  if (own === 'center' || own === 'right' || own === 'left') return own
  if (css['margin-left'] === 'auto') return css['margin-right'] === 'auto' ? 'center' : 'right'
  const inLine = css['display'] === 'inline-block' || css['display'] === 'inline-table'
  return (inLine ? (around.align === 'justify' ? 'left' : around.align) : around.blockAlign) ?? 'left'
}

// A label is one line.
function breaksWords(anchor: Element): boolean {
  const lines = linesOf(anchor).split('\n')
  return lines.filter((line) => line.trim() !== '').length > 1
}

function linesOf({ children }: Element): string {
  return children
    .map((child) =>
      child.kind === 'text' ? child.text.replace(/\s+/g, ' ') : child.name === 'br' ? '\n' : linesOf(child),
    )
    .join('')
}

// Elements from the table to the link; undefined if there is other content on the path.
function chainTo(table: Element, anchor: Element): Element[] | undefined {
  const chain: Element[] = []
  for (let at: Element | undefined = anchor; at !== undefined; at = at.parent) {
    chain.unshift(at)
    if (at === table) return chain
    // Cells and rows beside it are spacing, not part of the button; rows without cells are ignored.
    if (at.parent !== undefined && elementsOf(at.parent).filter(hasCapacity).length > 1) return undefined
  }
  return undefined
}

function hasCapacity({ name, children }: Element): boolean {
  return name !== 'tr' || children.some((child) => child.kind === 'element')
}

function innermostStyle(page: Page, anchor: Element, inherited: InheritedStyle): InheritedStyle {
  let inside = inherited
  let at = anchor
  for (;;) {
    const elements = elementsOf(at).filter((child) => child.name !== 'br')
    const [only] = elements
    if (only === undefined || elements.length > 1 || textOf(only).trim() !== textOf(at).trim()) return inside
    inside = styleInside(only, cssOf(page, only).base, inside, page.isQuirky)
    at = only
  }
}

function pick(css: Record<string, string>): Record<string, string> {
  const out: Record<string, string> = {}
  for (const name of ['width', 'height', 'display', 'box-sizing']) if (css[name] !== undefined) out[name] = css[name]
  return out
}

const noLengths: Lengths = [0, 0, 0, 0]

/** Margins in px; inline boxes have none above and below (CSS 2.1, 8.3). */
export function marginOf(element: Element, css: Record<string, string>, { size }: InheritedStyle): Lengths {
  const [top, right, bottom, left] = readBox('margin', (name) => css[name], 0, size)
  const isInLine = (css['display'] ?? (isInline(element) ? 'inline' : 'block')) === 'inline'
  return isInLine ? [0, right, 0, left] : [top, right, bottom, left]
}

function add(one: Lengths, other: Lengths): Lengths {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]]
}
