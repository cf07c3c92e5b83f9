import type { Box as Lengths } from '../../../document/index.ts'
import { type Cascaded, narrowWindow } from '../../css/cascade.ts'
import {
  mapBox,
  readBorder,
  readBox,
  readColor,
  readImage,
  readLength,
  readPercent,
  readSize,
} from '../../css/values.ts'
import { isBlank, type Element, textOf } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { readImageAddress } from '../urls.ts'
import type { Face, Insets } from './box.ts'

/** Sizes of an element without its content. */
export interface Metrics {
  padding: Insets
  margin: Insets
  /** Position that automatic margins cause: `center` if both sides are `auto`. */
  pushed: 'left' | 'center' | 'right' | undefined
  face: Face
  /** Width of the border box in px; undefined if none is declared. */
  width: number | undefined
  /** Px beside it on a phone, if it has a width there that is narrower than the content. */
  narrowSpace: number | undefined
  /** Shrinks in a narrower container. */
  isFluid: boolean
  height: number | undefined
  /** On a phone, where it differs. */
  narrowHeight: number | undefined
}

/** `center` for an element whose margins center it on phones only. */
export function narrowPlace(page: Page, element: Element): 'center' | undefined {
  const narrow = cssOf(page, element).narrow
  return narrow?.['margin-left'] === 'auto' && narrow['margin-right'] === 'auto' ? 'center' : undefined
}

/** `container` is the width of the container in px. */
export function readMetrics(page: Page, element: Element, inherited: InheritedStyle, container: number): Metrics {
  const { base, narrow } = cssOf(page, element)
  const padding = readInsets('padding', { base, narrow }, container, inherited.size)
  const margin = readInsets('margin', { base, narrow }, container, inherited.size)
  const left = base['margin-left'] === 'auto'
  const right = base['margin-right'] === 'auto'
  return {
    padding,
    margin,
    pushed: left && right ? 'center' : left ? 'right' : right && base['margin-left'] !== undefined ? 'left' : undefined,
    face: readFace(page, base, inherited),
    ...readWidth(element, base, padding.wide, container, inherited.size),
    narrowSpace: readNarrowSpace(base, narrow, page.mobileWidth),
    height: readLength(base['height'], inherited.size),
    narrowHeight: readLength(narrow?.['height'], inherited.size),
  }
}

/** Boxes below this width in px are no frames; they are aligned like images and buttons. */
const narrowestFrame = 240

function readNarrowSpace(
  base: Record<string, string>,
  narrow: Record<string, string> | undefined,
  available: number,
): number | undefined {
  const own = narrow?.['width'] ?? base['width']
  const percent = readPercent(own)
  // The frame itself, whose width is that of the email on phones.
  if (percent !== undefined && Math.round((percent / 100) * narrowWindow) === available) return undefined
  const width = percent === undefined ? readLength(own) : (percent * available) / 100
  return width === undefined || width < narrowestFrame || width >= available * 0.99 ? undefined : available - width
}

function readInsets(
  name: 'padding' | 'margin',
  css: Pick<Cascaded, 'base' | 'narrow'>,
  container: number,
  em: number,
): Insets {
  const wide = capped(readBox(name, (side) => css.base[side], container, em))
  if (css.narrow === undefined || !Object.keys(css.narrow).some((key) => key.startsWith(name)))
    return { wide, narrow: wide }
  return { wide, narrow: capped(readBox(name, (side) => css.narrow?.[side] ?? css.base[side], narrowWindow, em)) }
}

// Negative margins overlap elements, which documents do not support.
function capped(box: Lengths): Lengths {
  return mapBox(box, (side) => Math.min(1000, Math.max(0, side)))
}

export function readFace(page: Page, css: Record<string, string>, inherited: InheritedStyle): Face {
  const face: Face = {}
  const background = readColor(css['background-color'])
  if (background !== undefined && background !== 'transparent') face.background = background
  const image = readImage((name) => css[name])
  if (image !== undefined) {
    const src = readImageAddress(page, image.src)
    if (src !== undefined) face.backgroundImage = { ...image, src }
    else page.warnings.add('BACKGROUND_IMAGE_LOST', 'A background image has an unsupported URL.')
  }
  const border = readBorder((name) => css[name], inherited.size, inherited.color)
  if (border !== undefined) face.border = border
  const radius = readLength(css['border-radius']?.split(/\s/)[0], inherited.size)
  if (radius !== undefined && radius > 0) face.radius = Math.min(1000, radius)
  return face
}

function readWidth(
  element: Element,
  css: Record<string, string>,
  padding: Lengths,
  container: number,
  em: number,
): { width: number | undefined; isFluid: boolean } {
  const max = readSize(css['max-width'], container, em)
  const own = css['width']
  const min = readSize(css['min-width'], container, em)
  const percent = readPercent(own)
  const declared = readSize(own, container, em)
  const isBorderBox = element.name === 'table' || css['box-sizing'] === 'border-box'
  const extra = isBorderBox ? 0 : padding[1] + padding[3]
  const width = declared === undefined ? undefined : Math.max(0, declared) + (percent === undefined ? extra : 0)
  // min-width takes precedence over max-width (CSS 2.1, 10.4).
  const cap = max === undefined ? undefined : Math.max(min ?? 0, max) + extra
  const isFluid = percent !== undefined || (declared === undefined && max !== undefined)
  if (width === undefined || (percent !== undefined && percent >= 99)) {
    if (cap === undefined || cap >= container + 400)
      return { width: min !== undefined && min > container ? min : undefined, isFluid: true }
    return { width: cap, isFluid: true }
  }
  return { width: Math.max(min ?? 0, cap === undefined ? width : Math.min(width, cap)), isFluid }
}

/** True if an element has visible content: words, images, lines, or a painted box with a size. */
export function hasVisibleContent(page: Page, element: Element): boolean {
  const known = page.visibility.get(element)
  if (known !== undefined) return known
  const isVisible = computeVisibility(page, element)
  page.visibility.set(element, isVisible)
  return isVisible
}

function computeVisibility(page: Page, element: Element): boolean {
  const css = cssOf(page, element).base
  if (css['display'] === 'none') return false
  if (element.name === 'img' || element.name === 'hr') return true
  for (const child of element.children) {
    if (child.kind === 'text' ? !isBlank(child.text) : hasVisibleContent(page, child)) return true
  }
  return unreadable.has(element.name)
}

const unreadable = new Set(['input', 'video', 'picture', 'select', 'textarea', 'area'])

export function hasWords(element: Element): boolean {
  return !isBlank(textOf(element))
}
