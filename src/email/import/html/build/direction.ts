import type { Element } from '../../tree/dom.ts'
import type { Box } from '../boxes/box.ts'
import { type Page, cssOf } from '../page.ts'

/**
 * True if the boxes in an element are in the opposite direction of the document: the usual way to show the second box first
 * on wide screens and last on phones.
 */
export function isTurned(page: Page, element: Element): boolean {
  let own: string | undefined
  let outer = 'ltr'
  for (let at: Element | undefined = element; at !== undefined; at = at.parent) {
    const direction = cssOf(page, at).base['direction']
    if (direction !== 'rtl' && direction !== 'ltr') continue
    own ??= direction
    // That of the page is the document's.
    if (at.attributes['dir'] !== undefined && (at.name === 'body' || at.name === 'html')) outer = direction
  }
  return own !== undefined && own !== outer
}

/** Reverses a row; phones keep its order. */
export function turn(row: Box): void {
  row.children.reverse()
  if (row.stacking === 'stack') row.stacking = 'reverse'
}
