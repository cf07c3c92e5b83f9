import { isNativeTag, isPath, parseTagged, printTag } from '../data/index.ts'
import type { HtmlContext } from '../render/index.ts'

interface Clock {
  until: string
  labels?: { days: string; hours: string; minutes: string; seconds?: string }
  expiredText?: string
}

/** Sizes of digits that the image may have, px. */
const [smallest, largest] = [16, 96]

/** Address of the image that counts down, with merge tags where the document has them. */
export function clockAddress({ until, labels, expiredText }: Clock, context: HtmlContext): string {
  const { days = 'days', hours = 'hours', minutes = 'minutes', seconds = '' } = labels ?? {}
  const words = [days, hours, minutes, seconds].filter((word) => word !== '')
  const { color, background } = context.style
  const parameters = {
    until: isPath(until) ? `{{ ${until} | url_encode }}` : encodeURIComponent(until),
    color: hexOf(color === undefined ? undefined : context.color(color)),
    background: hexOf(background === undefined ? undefined : context.color(background)),
    size: String(sizeOf(context)),
    labels: words.map((word) => encodeTagged(word.replaceAll(',', ' '))).join(','),
    expired: encodeTagged(expiredText ?? ''),
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `/cdn/countdown.gif?${given.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** Width on screen in px. */
export function clockWidth({ labels }: Clock, context: HtmlContext): number {
  return sizeOf(context) * (labels?.seconds === undefined || labels.seconds === '' ? 9 : 12)
}

function sizeOf({ style: { size = 28 } }: HtmlContext): number {
  return Math.min(largest, Math.max(smallest, Math.round(size)))
}

// Six digits without the sign; nothing for what is none, such as a translucent color.
function hexOf(color: string | undefined): string {
  if (color === undefined || !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color)) return ''
  const hex = color.slice(1).toLowerCase()
  return hex.length === 6 ? hex : Array.from(hex, (digit) => digit + digit).join('')
}

// The text for a query: what is not a tag is encoded, a tag encodes its own value.
function encodeTagged(source: string): string {
  const { parts } = parseTagged(source)
  return parts
    .map((part) => {
      if (typeof part === 'string') return encodeURIComponent(part.toWellFormed())
      if (isNativeTag(part)) return printTag(part)
      const { filters = [] } = part
      const isEncoded = filters.some(({ name }) => name === 'url')
      return printTag(isEncoded ? part : { ...part, filters: [...filters, { name: 'url' }] })
    })
    .join('')
}
