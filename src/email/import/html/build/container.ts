import type { Link } from '../../../document/index.ts'
import type { Box } from '../boxes/box.ts'
import type { Element } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import type { Page } from '../page.ts'

/** The context in which the box of an element is built. */
export interface Container {
  inherited: InheritedStyle
  /** The style outside the element, if `inherited` is the style inside. It determines the position of the element. */
  around?: InheritedStyle
  /** Available width for the outer edge, in px. */
  width: number
  /** No ancestor has its own width yet: the element may span the full width of the window. */
  isOpen: boolean
  /** A link around whole blocks. */
  link?: Link | undefined
  /** Builds the boxes of a block element: none for hidden content. */
  block: (page: Page, element: Element, container: Container) => Box[]
}
