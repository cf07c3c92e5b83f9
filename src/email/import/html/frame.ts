import type { Cascade } from '../css/cascade.ts'
import { readLength } from '../css/values.ts'
import { type Element, walkElements } from '../tree/dom.ts'

const narrowest = 300
const widest = 900
/** Width in px of an email that declares none: the size of a common preview window. */
const usual = 640

/**
 * Content width in px: that of the outermost elements with a width; of several widths, the one with the most content. A
 * fully fluid email gets the width of a common preview.
 */
export function frameWidth(cascade: Cascade, body: Element): number {
  const weights = new Map<number, number>()
  walkElements(body, (element) => {
    const css = cascade.styleOf(element).base
    if (css['display'] === 'none') return false
    if (element.name === 'img') return true
    const max = readLength(css['max-width'])
    const own = readLength(css['width'])
    const width = Math.round(own === undefined ? (max ?? 0) : max === undefined ? own : Math.min(own, max))
    if (width < narrowest || width > widest) return true
    const padding =
      element.name === 'table' || css['box-sizing'] === 'border-box'
        ? 0
        : (readLength(css['padding-left']) ?? 0) + (readLength(css['padding-right']) ?? 0)
    const outerWidth = Math.min(widest, width + padding)
    weights.set(outerWidth, (weights.get(outerWidth) ?? 0) + Math.max(1, element.end - element.start))
    return false
  })
  const [max] = [...weights].toSorted(([width, one], [other, weight]) => weight - one || other - width)
  return max === undefined ? usual : Math.max(320, Math.round(max[0]))
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
