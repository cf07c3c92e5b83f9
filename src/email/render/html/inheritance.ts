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
  const { cache, values } = page
  if (cache === undefined) return compute(page, node, at)
  const known = cache.styles.get(node)
  if (known !== undefined && known.around === at.around) return known.style
  const { arose } = values.warnings
  const style = compute(page, node, at)
  if (values.warnings.arose === arose) cache.styles.set(node, { around: at.around, style })
  return style
}

interface TextStyles {
  style?: Style | undefined
  dark?: DarkStyle | undefined
  mobile?: Style | undefined
}

export function inheritTextStyle(
  around: ComputedStyle | undefined,
  { style, dark, mobile }: TextStyles,
): ComputedStyle | undefined {
  const inherited = inheritText(around ?? nothing, style, dark, mobile)
  return inherited === nothing ? undefined : inherited
}

/** Caches the result of `inherit`: the same object in every rendering, so that nested content can compare by identity. */
export function cachedInheritance<Node extends object>(
  inherit: (around: ComputedStyle | undefined, node: Node) => ComputedStyle | undefined,
  page: Page,
  node: Node,
  around: ComputedStyle | undefined,
): ComputedStyle | undefined {
  const { cache } = page
  if (cache === undefined) return inherit(around, node)
  const known = cache.inherited.get(node)
  if (known !== undefined && known.around === around) return known.text
  const text = inherit(around, node)
  cache.inherited.set(node, { around, text })
  return text
}

const nothing: ComputedStyle = {}
