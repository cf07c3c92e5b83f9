import type { Block, Node } from '../../document/index.ts'
import type { ComputedStyle } from '../../render/index.ts'
import type { Rgb } from '../color/color.ts'
import type { CssSheet } from './scan-css.ts'
import type { Attributes } from './scan-html.ts'
import type { StyleFacts } from './style-facts.ts'

/** A block as it was rendered. */
export interface Rendered {
  block: Block
  style: ComputedStyle
  /** Room inside its cell in px. */
  width: number
}

/** The computed style of a text. */
export interface Paint {
  color: Rgb
  background: Rgb
  /** Colors that the email names for dark mode. */
  darkColor: Rgb | undefined
  darkBackground: Rgb | undefined
  /** Nothing has a background here: what is seen is the mail client's own paper. */
  isBare: boolean
  /** Over an image, which dark mode leaves as it is. */
  isOverImage: boolean
  size: number
  /** Size on a phone. */
  narrowSize: number
  weight: number
  /** Multiple of the size; undefined where none was said. */
  line: number | undefined
  align: string
  /** Nothing that cannot be judged, such as an authored style sheet, has a say in it. */
  isCertain: boolean
}

/** A piece of text that someone sees. */
export interface PaintedText {
  node: Node | undefined
  text: string
  paint: Paint
  link: PageLink | undefined
  /** Out of the way of screen readers: letters that are rendered as a sign, such as those of a badge. */
  isSilent: boolean
}

/** A link with all that is in it. */
export interface PageLink {
  node: Node | undefined
  href: string
  text: string
  label: string | undefined
  /** Alternative texts of the images in it; undefined for one without. */
  alts: (string | undefined)[]
  /** Height in px on a phone and width, as far as they can be determined; for links that are boxes. */
  box: { height: number; width: number | undefined } | undefined
  /** True if there is a line below its words. */
  isUnderlined: boolean
  /** Out of the way of screen readers. */
  isSilent: boolean
  authored: TextRange | undefined
}

/** An img element. */
export interface PageImage {
  node: Node | undefined
  src: string
  alt: string | undefined
  /** Of the attribute, px. */
  width: number | undefined
  height: number | undefined
  link: PageLink | undefined
  isHidden: boolean
  authored: TextRange | undefined
}

/** A heading element. */
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

/** An element of an html block. */
export interface AuthoredElement {
  node: Node
  /** Width of the block, px. */
  room: number
  name: string
  attributes: Attributes
  facts: StyleFacts
  place: TextRange
}

/** The HTML of an email, read back: what people and their mail clients will meet, each with the node it was rendered for. */
export interface Page {
  texts: readonly PaintedText[]
  links: readonly PageLink[]
  images: readonly PageImage[]
  headings: readonly PageHeading[]
  /** Elements of html blocks, in order. */
  authored: readonly AuthoredElement[]
  /** Style elements of html blocks. */
  authoredSheets: readonly { node: Node; css: string; sheet: CssSheet }[]
  /** Ids and names that anchors may point to, as often as they occur. */
  anchors: ReadonlyMap<string, number>
  rendered: readonly Rendered[]
}
