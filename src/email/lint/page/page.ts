import type { Block, Node } from '../../document/index.ts'
import type { ComputedStyle } from '../../render/index.ts'
import type { Rgb } from '../color/color.ts'
import type { CssSheet } from './scan-css.ts'
import type { Attributes } from './scan-html.ts'
import type { StyleFacts } from './style-facts.ts'

export interface Rendered {
  block: Block
  style: ComputedStyle
  /** Width inside its cell in px. */
  width: number
}

/** The computed style of a text. */
export interface Paint {
  color: Rgb
  background: Rgb
  /** Dark mode colors set by the email. */
  darkColor: Rgb | undefined
  darkBackground: Rgb | undefined
  /** There is no background here: the client's own background is visible. */
  isBare: boolean
  /** Over an image, which dark mode leaves unchanged. */
  isOverImage: boolean
  size: number
  /** Size on a phone. */
  narrowSize: number
  weight: number
  /** Multiple of the size; undefined if not set. */
  line: number | undefined
  align: string
  /** False if the style depends on something that cannot be evaluated, such as an authored style sheet. */
  isCertain: boolean
}

export interface PaintedText {
  node: Node | undefined
  text: string
  paint: Paint
  link: PageLink | undefined
  /** Hidden from screen readers: letters that serve as a symbol, such as those of a badge. */
  isSilent: boolean
}

export interface PageLink {
  node: Node | undefined
  href: string
  text: string
  label: string | undefined
  /** Alternative texts of the images in it; undefined for an image without one. */
  alts: (string | undefined)[]
  /** Height on a phone and width in px, as far as known; only for links rendered as boxes. */
  box: { height: number; width: number | undefined } | undefined
  isUnderlined: boolean
  /** Hidden from screen readers. */
  isSilent: boolean
  authored: TextRange | undefined
}

export interface PageImage {
  node: Node | undefined
  src: string
  alt: string | undefined
  /** Value of the attribute in px. */
  width: number | undefined
  height: number | undefined
  link: PageLink | undefined
  isHidden: boolean
  authored: TextRange | undefined
}

export interface PageHeading {
  node: Node | undefined
  level: number
  text: string
}

/** A range in the source of an html block. */
export interface TextRange {
  start: number
  end: number
}

export interface AuthoredElement {
  node: Node
  /** Width of the block in px. */
  availableWidth: number
  name: string
  attributes: Attributes
  facts: StyleFacts
  place: TextRange
}

/** The parsed HTML of an email: everything that readers and mail clients receive, with the node it was rendered for. */
export interface Page {
  texts: readonly PaintedText[]
  links: readonly PageLink[]
  images: readonly PageImage[]
  headings: readonly PageHeading[]
  /** Elements of html blocks, in order. */
  authored: readonly AuthoredElement[]
  /** Style elements of html blocks. */
  authoredSheets: readonly { node: Node; css: string; sheet: CssSheet }[]
  /** Ids and names that anchors may refer to, with the number of occurrences. */
  anchors: ReadonlyMap<string, number>
  rendered: readonly Rendered[]
}
