import { type Cascade, narrowWindow } from '../css/cascade.ts'
import { readLength, readPercent } from '../css/values.ts'
import { type HeldWidths, heldWidth } from './boxes/held-width.ts'
import { type Element, walkElements } from '../tree/dom.ts'

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
}

/**
 * The widths of the outermost elements with a width; of several widths, those with the most content. A fully fluid email
 * gets the width of a common preview.
 */
export function frameWidths(cascade: Cascade, body: Element, held: HeldWidths): FrameWidths {
  const weights = new Map<number, number>()
  const mobileWeights = new Map<number | undefined, number>()
  walkElements(body, (element) => {
    const { base: css, narrow } = cascade.styleOf(element)
    if (css['display'] === 'none') return false
    if (element.name === 'img') return true
    const width = widthOf(shareOfWindow(css))
    if (width < narrowest || width > widest) return true
    const padding =
      element.name === 'table' || css['box-sizing'] === 'border-box'
        ? 0
        : (readLength(css['padding-left']) ?? 0) + (readLength(css['padding-right']) ?? 0)
    const outerWidth = Math.min(widest, Math.max(width + padding, heldWidth(cascade, element, held)))
    const weight = Math.max(1, element.end - element.start)
    addWeight(weights, outerWidth, weight)
    addWeight(mobileWeights, mobileFrame(css, narrow), weight)
    return false
  })
  const [max] = [...weights].toSorted(([width, one], [other, weight]) => weight - one || other - width)
  const [mobile] = [...mobileWeights].toSorted(([, one], [, other]) => other - one)
  return { width: max === undefined ? usual : Math.max(320, Math.round(max[0])), mobileWidth: mobile?.[0] }
}

function addWeight<Width>(weights: Map<Width, number>, width: Width, weight: number): void {
  weights.set(width, (weights.get(width) ?? 0) + weight)
}

/** A share of the window is as wide as in a common preview, where the maximum is wider than that. */
function shareOfWindow(css: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const percent = readPercent(css['width'])
  const max = readLength(css['max-width']) ?? 0
  if (percent === undefined || percent >= 99 || max <= (percent / 100) * usual) return css
  return { ...css, width: `${(percent / 100) * usual}px` }
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
