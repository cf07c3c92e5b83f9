import { readBorder, readBox, readLength, readPercent } from '../../css/values.ts'
import type { Element } from '../../tree/dom.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'

/** Estimated width of a text on one line in px, for common fonts. */
export function textWidth(text: string, inherited: InheritedStyle): number {
  const written = text
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/\uf8f0../g, 'somebody')
    .replace(/^ | $/g, '')
  const capitals =
    inherited.transform === 'uppercase' ? written.length : (written.match(/\p{Lu}(?=\p{Lu})/gu)?.length ?? 0)
  return (
    (written.length + capitals * 0.3) *
    (inherited.size * (inherited.weight >= 600 ? 0.54 : 0.5) + inherited.letterSpacing)
  )
}

/** Width in px that an element needs without line breaks: its images, boxes with a width, and texts on one line. */
export function naturalWidth(page: Page, element: Element, inherited: InheritedStyle, depth = 0): number {
  return cachedWidth(page.widths, element, inherited, () => measure(page, element, inherited, depth))
}

// Elements are measured for each table around them; their width depends on the size of the text.
function cachedWidth(cache: Page['widths'], element: Element, { size }: InheritedStyle, measure: () => number): number {
  const known = cache.get(element)
  if (known !== undefined && known.size === size) return known.width
  const width = measure()
  cache.set(element, { size, width })
  return width
}

function measure(page: Page, element: Element, inherited: InheritedStyle, depth: number): number {
  const css = cssOf(page, element).base
  if (css['display'] === 'none' || depth > 40) return 0
  const own = limitedWidth(css, inherited) ?? readLength(css['max-width'], inherited.size)
  const padding = readBox('padding', (name) => css[name], 0, inherited.size)
  const extra = padding[1] + padding[3] + linesBeside(css, inherited)
  if (element.name === 'img') return (own ?? scaledWidth(element, css) ?? unstatedWidth(css)) + extra
  if (own !== undefined) return own + (element.name === 'table' ? 0 : extra)
  let widest = 0
  let line = 0
  const isRow = element.name === 'tr'
  for (const child of element.children) {
    if (child.kind === 'text') {
      line += textWidth(child.text, inherited)
      continue
    }
    const width = naturalWidth(page, child, lookOf(page, child, inherited), depth + 1)
    if (isRow || isInLine(page, child)) line += width
    else {
      widest = Math.max(widest, line, width)
      line = 0
    }
    if (child.name === 'br') line = 0
    widest = Math.max(widest, line)
  }
  return Math.max(widest, line) + extra
}

/** Width in px below which an element is not squeezed: its widest word, image of fixed size, or box with a width. */
export function minimalWidth(page: Page, element: Element, inherited: InheritedStyle, depth = 0): number {
  return cachedWidth(page.minimalWidths, element, inherited, () => measureMinimum(page, element, inherited, depth))
}

function measureMinimum(page: Page, element: Element, inherited: InheritedStyle, depth: number): number {
  const css = cssOf(page, element).base
  if (css['display'] === 'none' || depth > 40) return 0
  const own = limitedWidth(css, inherited)
  const isCell = element.name === 'td' || element.name === 'th'
  const padding = readBox('padding', (name) => css[name], 0, inherited.size)
  const extra = padding[1] + padding[3]
  // Images of relative width are squeezed without limit (CSS Sizing 3, 5.2.2).
  if (element.name === 'img') {
    if (own === undefined || readPercent(css['max-width']) !== undefined) return 0
    return own + extra + linesBeside(css, inherited)
  }
  if (own !== undefined && !isCell && element.name !== 'table') return own + extra
  const isOneLine = css['white-space']?.toLowerCase() === 'nowrap' || (isCell && 'nowrap' in element.attributes)
  if (own === undefined && isOneLine) return naturalWidth(page, element, inherited, depth)
  let widest = 0
  let together = 0
  for (const child of element.children) {
    const width =
      child.kind === 'text'
        ? longestWord(child.text, inherited)
        : minimalWidth(page, child, lookOf(page, child, inherited), depth + 1)
    widest = Math.max(widest, width)
    together += width
  }
  const least = Math.max(readLength(css['min-width'], inherited.size) ?? 0, element.name === 'table' ? (own ?? 0) : 0)
  return Math.max(element.name === 'tr' ? together : widest, least) + extra
}

// The declared width in px, not above a declared maximum.
function limitedWidth(css: Record<string, string>, { size }: InheritedStyle): number | undefined {
  const own = readLength(css['width'], size)
  return own === undefined ? undefined : Math.min(own, readLength(css['max-width'], size) ?? own)
}

/** Width of the left and right border of a box in px. */
function linesBeside(css: Record<string, string>, inherited: InheritedStyle): number {
  const border = readBorder((name) => css[name], inherited.size, inherited.color)
  const sides = border?.sides?.filter((side) => side === 'left' || side === 'right').length ?? 2
  return sides * (border?.width ?? 0)
}

function longestWord(text: string, inherited: InheritedStyle): number {
  const words = text.split(/[ \t\r\n\f]+/)
  return textWidth(
    words.reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
    inherited,
  )
}

// Builders often set a font size of 0 on cells; the text inside declares its own.
function lookOf(page: Page, element: Element, around: InheritedStyle): InheritedStyle {
  const css = cssOf(page, element).base
  return css['font-size'] === undefined ? around : styleInside(element, css, around, page.isQuirky)
}

/**
 * Width in px of an image whose style leaves it to the file, by its attributes: they are the size of the file where a style
 * scales the image (HTML, 15.4.3). Undefined without them.
 */
export function scaledWidth({ attributes }: Element, css: Record<string, string>): number | undefined {
  if (css['width'] !== 'auto') return undefined
  const [width, height] = [Number(attributes['width']), Number(attributes['height'])]
  if (!(width >= 1)) return undefined
  const shown = readLength(css['height'])
  return shown === undefined || !(height >= 1) ? width : (width * shown) / height
}

// The intrinsic width is unknown; twice the height, if declared, is close enough.
function unstatedWidth(css: Record<string, string>): number {
  const high = readLength(css['height']) ?? readLength(css['max-height'])
  return high === undefined ? 600 : 2 * high
}

const inline = new Set('a b strong em i u span font small big sub sup code img'.split(' '))

// Floats and inline blocks are side by side, as words are.
function isInLine(page: Page, element: Element): boolean {
  const { display, float } = cssOf(page, element).base
  const side = float ?? (element.name === 'table' ? element.attributes['align']?.toLowerCase() : undefined)
  return inline.has(element.name) || display?.startsWith('inline-') === true || side === 'left' || side === 'right'
}

/** True if cells or images determine the width of an element, and not an estimate from its text. */
export function isSized(page: Page, element: Element, width: number, depth = 0): boolean {
  return (
    depth < 12 &&
    element.children.some((child) => {
      if (child.kind === 'text') return false
      const css = cssOf(page, child).base
      const own = readLength(css['width']) ?? 0
      const padding = readBox('padding', (name) => css[name], 0, 16)
      return own > 0 && own + padding[1] + padding[3] >= width - 0.5 ? true : isSized(page, child, width, depth + 1)
    })
  )
}
