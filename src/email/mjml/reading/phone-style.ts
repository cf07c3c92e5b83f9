import type { MobileStyle } from '../../document/index.ts'
import type { Declarations } from '../head/style-rules.ts'
import { readPaint } from '../values/backgrounds.ts'
import type { Fonts } from '../values/fonts.ts'
import { readBox, readNumber } from '../values/lengths.ts'
import { lookOf, cssOfStyle } from '../values/styles.ts'

/** What `writing/phone-rules.ts` wrote of a node's phone layer, read back from the declarations of its class. */
export function readPhoneStyle(css: Declarations, fonts: Fonts): MobileStyle {
  const style: MobileStyle = {}
  const padding = css['padding'] === undefined ? undefined : readBox({ padding: css['padding'] }, 'padding', 0)
  if (padding !== undefined) style.padding = padding
  const background = readPaint(css['background-color'])
  if (background !== undefined) style.background = background
  const radius = readNumber(css['border-radius'])
  if (radius !== undefined) style.radius = radius
  const width = /^(\d+(?:\.\d+)?)(px|%)$/.exec(css['width'] ?? '')
  if (width !== null) style.width = width[2] === '%' ? `${Number(width[1])}%` : Number(width[1])
  const look = cssOfStyle(lookOf(css['text-align'] === undefined ? css : { ...css, align: css['text-align'] }, fonts))
  for (const [property, key] of texts) if (css[property] !== undefined) Object.assign(style, { [key]: look[key] })
  return style
}

const texts = [
  ['font-family', 'font'],
  ['font-size', 'size'],
  ['line-height', 'lineHeight'],
  ['font-weight', 'weight'],
  ['text-align', 'align'],
  ['color', 'color'],
] as const
