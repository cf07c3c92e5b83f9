import type { Loop } from '../data/index.ts'
import type { Block, Color, Column, Link, RichText, Style, Theme } from '../document/index.ts'
import type { ComputedStyle } from './style/computed-style.ts'
import type { WarningCode } from './values/warnings.ts'

/** Which of its style an element renders, and what else it needs. */
export interface Paint {
  /** Font, size, color and what else text has. */
  text?: boolean
  /** Background, border and radius. */
  box?: boolean
  padding?: 'padding' | 'innerPadding'
  /** It is a table cell: least height and vertical alignment. */
  cell?: boolean
  /** Classes for the authored style sheet, parted by spaces; they come first. */
  classes?: string
  /** More declarations, joined by semicolons; they come first. */
  style?: string
  /** More declarations of the mobile layer, each `!important`. */
  mobile?: string
  /** More declarations of dark mode, each `!important`. */
  dark?: string
  /** Another style than the block's own. */
  of?: ComputedStyle
  /** Another mobile layer than the block's own. */
  mobileOf?: Style | undefined
}

/** An image as it may be rendered: a safe address, and what the document knows of the file. */
export interface BlockImage {
  src: string
  darkSrc?: string
  width?: number | undefined
  height?: number | undefined
  /** It moves; known in AMP, which renders such images with a component of its own. */
  isAnimated?: boolean
}

/**
 * What a block type may ask while it writes its HTML. Every text and address goes through `text`, `attribute`, `url`. What
 * comes back is for printing: where data fills it, it may be a mark that is replaced later. A block may check whether it
 * is empty, except of `rich` and `inline`; to read a text there is `plain`.
 */
export interface HtmlContext {
  /** Room inside the cell in px, after its padding. */
  readonly width: number
  readonly style: ComputedStyle
  readonly mobile: Style
  readonly dir: 'ltr' | 'rtl'
  /** Alignment of the block after all layers. */
  readonly align: 'left' | 'center' | 'right' | 'justify'
  readonly locale: string
  /** Epoch milliseconds of this rendering; undefined if not given. */
  readonly now: number | undefined
  /** Tagged text for between tags. */
  text(source: string): string
  /** Tagged text for inside a double-quoted attribute. */
  attribute(source: string): string
  /** An address for inside a double-quoted attribute: `#` when refused, empty when empty. */
  url(source: string): string
  /** Tagged text as it will be read, not escaped: to measure or compute, never to print. */
  plain(source: string): string
  /** ` href="…" target="_blank"` of a link; empty when it leads nowhere. */
  href(link: Link): string
  /** The image behind an address or asset id; undefined when there is none. */
  resolveImage(source: string, darkSource?: string): BlockImage | undefined
  /** The address of an image or asset for inside `url('…')` of a style attribute; undefined when there is none. */
  cssUrl(source: string): string | undefined
  /** True if VML may be rendered here; the mark of a shape inside another would show nothing in Word. */
  readonly canShape: boolean
  /** Text that holds no tags even where it looks so, for between tags. */
  literal(text: string): string
  /** The value at a path of the data; undefined when there is none or the ESP will fill it in. */
  lookup(path: string): unknown
  /** Rich text as paragraphs and lists. */
  rich(value: RichText): string
  /** Rich text inside one element such as a heading: paragraphs are parted by line breaks. */
  inline(value: RichText): string
  /** Authored HTML with its merge tags filled in by place. */
  html(source: string): string
  /** The light value of a color. */
  color(color: Color): string | undefined
  /** The dark value of a color that has one. */
  darkColor(color: Color): string | undefined
  readonly theme: Theme
  /** ` class="…" style="…"` of an element, with its mobile and dark layers. */
  paint(paint: Paint): string
  /** Only for Outlook on Windows, which renders with Word. */
  mso(html: string): string
  /** For everything but Outlook on Windows. */
  notMso(html: string): string
  /** Columns side by side inside the cell; once, not inside each other. */
  columns(columns: readonly Column[], stack: 'stack' | 'reverse' | 'keep'): string
  /** Blocks one below the other inside the cell; nothing when none of them is rendered. */
  blocks(blocks: readonly Block[]): string
  /** Renders once for every item. */
  repeat(loop: Loop<Block>, render: () => string): string
  warn(code: WarningCode, message: string): void
}
