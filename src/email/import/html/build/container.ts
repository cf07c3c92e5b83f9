import type { Link } from '../../../document/index.ts'
import type { Box } from '../boxes/box.ts'
import type { Element } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import type { Page } from '../page.ts'

/** The surroundings of an element while its box is built. */
export interface Container {
  inherited: InheritedStyle
  /** The look outside the element, where `inherited` is the one inside: what its own place goes by. */
  around?: InheritedStyle
  /** px for its outer edge. */
  width: number
  /** Nothing around it has a width of its own yet: it may reach from edge to edge of the window. */
  isOpen: boolean
  /** A link around whole blocks. */
  link?: Link | undefined
  /** Makes the boxes of an element that is no part of a line: none for hidden content. */
  block: (page: Page, element: Element, container: Container) => Box[]
}
