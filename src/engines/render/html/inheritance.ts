import type { DarkStyle, Style } from '../../document/index.ts'
import { type ComputedStyle, inheritText } from '../style/computed-style.ts'
import type { Page } from './page.ts'

/** A style that depends on nothing but the document and `around`: the same object in every rendering. */
export function styleOnce(
  page: Page,
  key: object,
  compute: () => ComputedStyle,
  around?: ComputedStyle,
): ComputedStyle {
  const { memory, values } = page
  if (memory === undefined) return compute()
  const known = memory.styles.get(key)
  if (known !== undefined && known.around === around) return known.style
  const { arose } = values.warnings
  const style = compute()
  if (values.warnings.arose === arose) memory.styles.set(key, { around, style })
  return style
}

/** What a node says of the text in it. */
interface Speaker {
  style?: Style | undefined
  dark?: DarkStyle | undefined
  mobile?: Style | undefined
}

/** What a node hands down to what is in it. */
export function handDown(
  around: ComputedStyle | undefined,
  { style, dark, mobile }: Speaker,
): ComputedStyle | undefined {
  const handed = inheritText(around ?? nothing, style, dark, mobile)
  return handed === nothing ? undefined : handed
}

/** As `draw` gives it, with the same object in every rendering, so that what is inside can tell that it is the same. */
export function handOn(
  page: Page,
  node: object,
  around: ComputedStyle | undefined,
  draw: () => ComputedStyle | undefined,
): ComputedStyle | undefined {
  const { memory } = page
  if (memory === undefined) return draw()
  const known = memory.handed.get(node)
  if (known !== undefined && known.around === around) return known.text
  const text = draw()
  memory.handed.set(node, { around, text })
  return text
}

const nothing: ComputedStyle = {}
