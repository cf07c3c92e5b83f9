import type { Loop } from '../data/index.ts'
import type { Block, Column, Link, RichText } from '../document/index.ts'
import type { WarningCode } from './values/warnings.ts'

/** Services for a block type that writes its plain text. */
export interface TextContext {
  /** Columns of text: 78, less in indented content. */
  readonly width: number
  readonly locale: string
  /** Epoch milliseconds of this rendering; undefined if not given. */
  readonly now: number | undefined
  /** Fills merge tags. */
  plain(source: string): string
  /**
   * Authored HTML; `isFilled` if its Liquid goes beyond the data language and was run, otherwise it contains its
   * tags.
   */
  html(source: string): { html: string; isFilled: boolean }
  /** Text without reading tags in it. */
  literal(text: string): string
  /** The value at a path of the data; undefined if missing or filled in by the ESP. */
  lookup(path: string): unknown
  /** A safe URL; empty if there is none or it was rejected. */
  url(source: string): string
  /** URL of a link; empty without a target. */
  href(link: Link): string
  /** Paragraphs and lists, wrapped. */
  rich(value: RichText): string
  /** On one unwrapped line. */
  inline(value: RichText): string
  /** A link in a sentence or list: its text, with its URL after it or, if long, at the end of the email. */
  link(text: string, url: string): string
  /** A button: its label and its URL, on two lines if both do not fit on one. */
  action(label: string, url: string): string
  /** Lines after the first begin with `indent`. */
  wrap(text: string, indent?: string): string
  /** Continuation lines are indented to the first word. */
  item(text: string, marker: string): string
  /** Levels 1 and 2 are underlined. */
  heading(text: string, level: number): string
  columns(columns: readonly Column[]): string
  blocks(blocks: readonly Block[]): string
  /** Iterations are on separate lines. */
  repeat(loop: Loop<Block>, render: () => string): string
  warn(code: WarningCode, message: string): void
}
