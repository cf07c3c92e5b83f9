import type { DarkStyle, Style } from '../../document/index.ts'
import { type ComputedStyle, inheritText } from '../style/computed-style.ts'
import type { Page, RowContext } from './page.ts'

/**
 * A computed style that depends only on the document, the node and its position. Returns the same object in every
 * rendering. As with `once` of a page, the callback must not be a closure.
 */
export function styleOnce<Node extends object, At extends Pick<RowContext, 'around'>>(
  compute: (page: Page, node: Node, at: At) => ComputedStyle,
  page: Page,
  node: Node,
  at: At,
): ComputedStyle {
  const { memory, values } = page
  if (memory === undefined) return compute(page, node, at)
  const known = memory.styles.get(node)
  if (known !== undefined && known.around === at.around) return known.style
  const { arose } = values.warnings
  const style = compute(page, node, at)
  if (values.warnings.arose === arose) memory.styles.set(node, { around: at.around, style })
  return style
}

interface Speaker {
  style?: Style | undefined
  dark?: DarkStyle | undefined
  mobile?: Style | undefined
}

export function handDown(
  around: ComputedStyle | undefined,
  { style, dark, mobile }: Speaker,
): ComputedStyle | undefined {
  const handed = inheritText(around ?? nothing, style, dark, mobile)
  return handed === nothing ? undefined : handed
}

/** Caches the result of `hand`: the same object in every rendering, so that nested content can compare by identity. */
export function handOn<Node extends object>(
  hand: (around: ComputedStyle | undefined, node: Node) => ComputedStyle | undefined,
  page: Page,
  node: Node,
  around: ComputedStyle | undefined,
): ComputedStyle | undefined {
  const { memory } = page
  if (memory === undefined) return hand(around, node)
  const known = memory.handed.get(node)
  if (known !== undefined && known.around === around) return known.text
  const text = hand(around, node)
  memory.handed.set(node, { around, text })
  return text
}

const nothing: ComputedStyle = {}
