import { defaultsOf } from '../../css/defaults.ts'
import { type Element, isBlankNode } from '../../tree/dom.ts'
import { type Page, cssOf } from '../page.ts'
import type { Box } from './box.ts'

/**
 * Removes the margins that browsers give paragraphs, headings and lists where they are the first or the last content of a
 * cell or the body, as in quirks mode (HTML 15.3.10). Margins that the email declares stay.
 */
export function dropQuirkyMargins(page: Page, box: Box): void {
  for (const side of [0, 2] as const) {
    const child = side === 0 ? box.children[0] : box.children.at(-1)
    if (child === undefined || !hasQuirkyMargin(page, box.element, side === 0 ? 'top' : 'bottom')) continue
    const { wide, narrow } = child.margin
    child.margin =
      side === 0
        ? { wide: [0, wide[1], wide[2], wide[3]], narrow: [0, narrow[1], narrow[2], narrow[3]] }
        : { wide: [wide[0], wide[1], 0, wide[3]], narrow: [narrow[0], narrow[1], 0, narrow[3]] }
  }
}

const maxDepth = 12

function hasQuirkyMargin(page: Page, element: Element, side: 'top' | 'bottom', depth = 0): boolean {
  const name = `margin-${side}`
  const nodes = element.children.filter((node) =>
    node.kind === 'text' ? !isBlankNode(node) : !isOutOfFlow(page, node),
  )
  const edge = side === 'top' ? nodes[0] : nodes.at(-1)
  if (edge?.kind !== 'element' || inLine.has(edge.name) || depth > maxDepth) return false
  const { base } = cssOf(page, edge)
  const own = defaultsOf(edge)[name]
  if (own !== undefined) return base[name] === own
  const isOpen = [name, `padding-${side}`, `border-${side}-width`].every(
    (property) => (Number.parseFloat(base[property] ?? '0') || 0) === 0,
  )
  return isOpen && hasQuirkyMargin(page, edge, side, depth + 1)
}

const inLine = new Set(['img', 'br', 'hr', 'input', 'table'])
const unseen = new Set(['style', 'meta', 'link', 'title', 'base'])

function isOutOfFlow(page: Page, element: Element): boolean {
  return unseen.has(element.name) || cssOf(page, element).base['display'] === 'none'
}
