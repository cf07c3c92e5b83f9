import type { Element } from '../read/element.ts'
import type { ComputedStyle, TextStyle } from '../style/computed-style.ts'
import type { Block, Box, Lines, Meaning } from './box.ts'

/** An element with its computed style, before its box is built. */
export interface StyledElement {
  element: Element
  computed: ComputedStyle
  meaning: Meaning
}

export interface CellBuilder {
  applyStyle(element: Element, around: TextStyle, meaning: Meaning): StyledElement
  box(styled: StyledElement): Box
  content(styled: StyledElement): readonly Block[] | Lines
}
