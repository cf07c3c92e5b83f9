import type { Element } from '../read/element.ts'
import type { ComputedStyle, TextStyle } from '../style/computed-style.ts'
import type { Block, Box, Lines, Meaning } from './box.ts'

/** An element with its look, as it waits to become a box. */
export interface StyledElement {
  element: Element
  computed: ComputedStyle
  meaning: Meaning
}

/** What a table needs to build its cells. */
export interface CellBuilder {
  dress(element: Element, around: TextStyle, meaning: Meaning): StyledElement
  box(dressed: StyledElement): Box
  content(dressed: StyledElement): readonly Block[] | Lines
}
