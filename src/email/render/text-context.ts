import type { Loop } from '../data/index.ts'
import type { Block, Column, Link, RichText } from '../document/index.ts'
import type { WarningCode } from './values/warnings.ts'

/** What a block type may ask while it writes its plain text. */
export interface TextContext {
  /** Columns of text, 78 unless inside something indented. */
  readonly width: number
  readonly locale: string
  /** Epoch milliseconds of this rendering; undefined if not given. */
  readonly now: number | undefined
  /** Tagged text as plain text. */
  plain(source: string): string
  /** Authored HTML as it is read: filled in where its Liquid goes beyond the data language, else with its tags. */
  html(source: string): { html: string; isFilled: boolean }
  /** Text that holds no tags even where it looks so. */
  literal(text: string): string
  /** The value at a path of the data; undefined when there is none or the ESP will fill it in. */
  lookup(path: string): unknown
  /** A safe address; empty when there is none or it was refused. */
  url(source: string): string
  /** Where a link leads; empty when nowhere. */
  href(link: Link): string
  /** Rich text: paragraphs and lists, wrapped. */
  rich(value: RichText): string
  /** Rich text on one unwrapped line. */
  inline(value: RichText): string
  /** A link in a sentence or list: its text, and its address behind it or, when it is long, at the end of the email. */
  link(text: string, address: string): string
  /** A button: its label and the address, on a line of its own when both are too long for one. */
  action(label: string, address: string): string
  /** Wraps words; lines after the first begin with `indent`. */
  wrap(text: string, indent?: string): string
  /** One item of a list; further lines hang under its first word. */
  item(text: string, marker: string): string
  /** A heading: levels 1 and 2 are underlined. */
  heading(text: string, level: number): string
  /** The columns one after the other. */
  columns(columns: readonly Column[]): string
  /** Blocks one after the other. */
  blocks(blocks: readonly Block[]): string
  /** Renders once for every item, one below the other. */
  repeat(loop: Loop<Block>, render: () => string): string
  warn(code: WarningCode, message: string): void
}
