import type { Loop } from '../data/index.ts'
import type { Block, Color, Column, Link, RichText, Style, Theme } from '../document/index.ts'
import type { ComputedStyle } from './style/computed-style.ts'
import type { WarningCode } from './values/warnings.ts'

/** Parts of a style that an element renders, and further declarations. */
export interface Paint {
  /** Font, size, color and the other text properties. */
  text?: boolean
  /** Background, border and radius. */
  box?: boolean
  padding?: 'padding' | 'innerPadding'
  /** A table cell: minimum height and vertical alignment. */
  cell?: boolean
  /** Classes of the authored style sheet, separated by spaces; they come first. */
  classes?: string
  /** More declarations, separated by semicolons; they come first. */
  style?: string
  /** More declarations of the mobile layer, each `!important`. */
  mobile?: string
  /** More declarations of dark mode, each `!important`. */
  dark?: string
  /** Replaces the block's own style. */
  of?: ComputedStyle
  /** Replaces the block's own mobile layer. */
  mobileOf?: Style | undefined
}

/** An image with a safe URL, and the metadata of its file. */
export interface BlockImage {
  src: string
  darkSrc?: string
  width?: number | undefined
  height?: number | undefined
  /** Animated; for AMP, which has a separate component for animated images. */
  isAnimated?: boolean
}

/**
 * Services for a block type that writes its HTML. Every text and URL passes `text`, `attribute` or `url`. Results are
 * for output only: where data fills them, they may be marks that are replaced later. A block may check whether one is
 * empty, except those of `rich` and `inline`; to read a text, use `plain`.
 */
export interface HtmlContext {
  /** Width inside the cell, without padding, px. */
  readonly width: number
  readonly style: ComputedStyle
  readonly mobile: Style
  readonly dir: 'ltr' | 'rtl'
  /** Alignment after all layers. */
  readonly align: 'left' | 'center' | 'right' | 'justify'
  readonly locale: string
  /** Epoch milliseconds of this rendering; undefined if not given. */
  readonly now: number | undefined
  /** For text content. Fills merge tags and escapes. */
  text(source: string): string
  /** For a double-quoted attribute. Fills merge tags and escapes. */
  attribute(source: string): string
  /** A URL for a double-quoted attribute: `#` if rejected, empty if empty. */
  url(source: string): string
  /** Fills merge tags without escaping: to measure or compute, never for output. */
  plain(source: string): string
  /** ` href="…" target="_blank"` of a link; empty without a target. */
  href(link: Link): string
  /** Takes a URL or asset id; undefined if there is no image. */
  resolveImage(source: string, darkSource?: string): BlockImage | undefined
  /** URL of an image or asset for `url('…')` in a style attribute; undefined if there is none. */
  cssUrl(source: string): string | undefined
  /** True if VML may be rendered here: Word does not render nested shapes. */
  readonly canShape: boolean
  /** Escapes text content without reading tags in it. */
  literal(text: string): string
  /** The value at a path of the data; undefined if missing or filled in by the ESP. */
  lookup(path: string): unknown
  /** Paragraphs and lists. */
  rich(value: RichText): string
  /** Rich text inside one element such as a heading: paragraphs are separated by line breaks. */
  inline(value: RichText): string
  /** Authored HTML with its merge tags filled in by position. */
  html(source: string): string
  color(color: Color): string | undefined
  /** Undefined if the color has no dark value. */
  darkColor(color: Color): string | undefined
  readonly theme: Theme
  /** ` class="…" style="…"` of an element, with its mobile and dark layers. */
  paint(paint: Paint): string
  /** Only for Outlook on Windows, which renders with Word. */
  mso(html: string): string
  /** For all clients except Outlook on Windows. */
  notMso(html: string): string
  /** Columns inside the cell; they cannot be nested. */
  columns(columns: readonly Column[], stack: 'stack' | 'reverse' | 'keep'): string
  /** Blocks inside the cell; empty if none is rendered. */
  blocks(blocks: readonly Block[]): string
  repeat(loop: Loop<Block>, render: () => string): string
  warn(code: WarningCode, message: string): void
}
