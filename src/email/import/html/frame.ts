import { type Cascade, narrowWindow } from '../css/cascade.ts'
import { readLength, readPercent } from '../css/values.ts'
import { type HeldWidths, heldWidth } from './boxes/held-width.ts'
import { type Element, elementsOf } from '../tree/dom.ts'

const narrowest = 300
const widest = 900
const narrowestPhone = 240
/** Width in px of an email that declares none: the size of a common preview window. */
const usual = 640

/** Content widths in px. */
export interface FrameWidths {
  width: number
  /** On phones; undefined where most of the content is as wide as the window. */
  mobileWidth: number | undefined
  /** Elements that are as wide as the email, although they declare another width. */
  squeezed: Set<Element>
}

/**
 * The widths of the outermost elements with a width; of several widths, those with the most content. A fully fluid email
 * gets the width of a common preview.
 */
export function frameWidths(cascade: Cascade, body: Element, held: HeldWidths): FrameWidths {
  const weights = new Map<number, number>()
  const mobileWeights = new Map<number | undefined, number>()
  const squeezed = new Map<Element, number>()
  const visit = (element: Element, available: number, depth: number) => {
    const { base: css, narrow } = cascade.styleOf(element)
    if (css['display'] === 'none' || element.name === 'img' || depth > maxDepth) return
    const width = usedWidth(element, css, available)
    if (width >= narrowest && width <= widest) {
      const outerWidth = Math.min(widest, Math.max(width, heldWidth(cascade, element, held)))
      const weight = Math.max(1, element.end - element.start)
      addWeight(weights, Math.round(outerWidth), weight)
      if (width !== usedWidth(element, css, Number.POSITIVE_INFINITY)) squeezed.set(element, Math.round(outerWidth))
      addWeight(mobileWeights, mobileFrame(css, narrow), weight)
      return
    }
    const inside = available - spaceBeside(element, css)
    for (const child of elementsOf(element)) visit(child, inside, depth + 1)
  }
  for (const child of elementsOf(body)) visit(child, usual - spaceBeside(body, cascade.styleOf(body).base), 0)
  const [max] = [...weights].toSorted(([width, one], [other, weight]) => weight - one || other - width)
  const [mobile] = [...mobileWeights].toSorted(([, one], [, other]) => other - one)
  return {
    width: max === undefined ? usual : Math.max(320, Math.round(max[0])),
    mobileWidth: mobile?.[0],
    squeezed: new Set([...squeezed].flatMap(([element, width]) => (width === max?.[0] ? [element] : []))),
  }
}

function addWeight<Width>(weights: Map<Width, number>, width: Width, weight: number): void {
  weights.set(width, (weights.get(width) ?? 0) + weight)
}

const maxDepth = 60

/** Width in px of an element that has one; a fluid one is not wider than what its surroundings leave of a common window. */
function usedWidth(element: Element, css: Readonly<Record<string, string>>, available: number): number {
  const percent = readPercent(css['width'])
  const declared = widthOf(css)
  if (declared === 0) return 0
  const isBorderBox = element.name === 'table' || css['box-sizing'] === 'border-box'
  const padding = isBorderBox ? 0 : (readLength(css['padding-left']) ?? 0) + (readLength(css['padding-right']) ?? 0)
  const outer = declared + padding
  if (readLength(css['width']) !== undefined || (readLength(css['min-width']) ?? 0) > available) return outer
  const share = percent === undefined || percent >= 99 ? 1 : percent / 100
  if (share === 1 && (available > usual - minBeside || outer - available < minSqueezed)) return outer
  return Math.min(outer, available * share)
}

/** Px beside a frame that show that it does not fill wider windows either. */
const minBeside = 8
/** Px by which a frame is narrower in the common window before that is its width. */
const minSqueezed = 12

/** Px that an element takes from the width of its content. */
function spaceBeside(element: Element, css: Readonly<Record<string, string>>): number {
  const { name, attributes } = element
  const sides = [
    'padding-left',
    'padding-right',
    ...(name === 'td' || name === 'th' ? [] : ['margin-left', 'margin-right']),
  ]
  const own = sides.reduce((sum, side) => sum + Math.max(0, readLength(css[side]) ?? 0), 0)
  return own + (name === 'table' ? 2 * (Number.parseFloat(attributes['cellpadding'] ?? '') || 0) : 0)
}

/** The smaller of width and max-width in px; 0 without either. */
function widthOf(css: Readonly<Record<string, string>>): number {
  const max = readLength(css['max-width'])
  const own = readLength(css['width'])
  return Math.round(own === undefined ? (max ?? 0) : max === undefined ? own : Math.min(own, max))
}

/** The fixed width in px that the mobile layer gives an element, within a phone's window; undefined where it gives none. */
function mobileFrame(
  base: Readonly<Record<string, string>>,
  narrow: Readonly<Record<string, string>> | undefined,
): number | undefined {
  if (narrow?.['width'] === undefined && narrow?.['max-width'] === undefined) return undefined
  const width = widthOf(inPixels({ ...base, ...narrow }))
  return width >= narrowestPhone && width < narrowWindow ? width : undefined
}

/** Percentages of a phone's window, which leave a margin beside the frame, in px. */
function inPixels(css: Readonly<Record<string, string>>): Record<string, string> {
  const widths = ['width', 'max-width'].flatMap((name) => {
    const value = css[name]
    if (value?.endsWith('%') !== true) return value === undefined ? [] : [[name, value]]
    return [[name, `${(Number.parseFloat(value) / 100) * narrowWindow}px`]]
  })
  return Object.fromEntries(widths) as Record<string, string>
}

/** The maximum width in px of most of the mobile rules. */
export function breakpointOf(rules: readonly { media: { upTo?: number; narrow: boolean } | undefined }[]): number {
  const counts = new Map<number, number>()
  for (const { media } of rules) {
    if (media?.upTo !== undefined && media.narrow && media.upTo >= 300 && media.upTo <= 900) {
      counts.set(Math.round(media.upTo), (counts.get(Math.round(media.upTo)) ?? 0) + 1)
    }
  }
  const [max] = [...counts].toSorted(([, one], [, other]) => other - one)
  return max?.[0] ?? 480
}
