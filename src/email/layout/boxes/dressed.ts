import type { Element } from '../read/element.ts'
import type { Look, TextLook } from '../style/look.ts'
import type { Block, Box, Lines, Meaning } from './box.ts'

/** An element with its look, as it waits to become a box. */
export interface Dressed {
  element: Element
  look: Look
  meaning: Meaning
}

/** What a table needs to build its cells. */
export interface CellBuilder {
  dress(element: Element, around: TextLook, meaning: Meaning): Dressed
  box(dressed: Dressed): Box
  content(dressed: Dressed): readonly Block[] | Lines
}
