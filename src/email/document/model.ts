/**
 * Types of the email document `svc.email/1` in the canonical form that is stored, sent and rendered. Looser input, such as
 * padding as one number or rich text as HTML, is converted in reading/.
 */
import type { Condition, FieldDeclaration, Loop, MergeTag } from '../data/index.ts'

/** Unique within its document, 1 to 64 characters of `A-Za-z0-9_-`. */
export type NodeId = string
/** `#rgb`, `#rrggbb`, `#rrggbbaa`, `transparent`, or `$color.name` of the theme. */
export type Color = string
/** http, https, mailto, tel, sms, `#anchor`, a `/cdn/…` path of this service, or text with merge tags. */
export type Url = string
/** Top, right, bottom, left in px. */
export type Box = readonly [number, number, number, number]
/** BCP 47 tag. */
export type Locale = string

export const documentSchema = 'svc.email/1'

export interface EmailDocument {
  schema: typeof documentSchema
  meta: Meta
  theme: Theme
  body: Body
  fields: FieldDeclaration[]
  rows: Row[]
  assets?: Record<string, DocumentAsset>
  head?: { css?: string }
  translations?: Translations
}

export interface Meta {
  title: string
  subject?: string
  preheader?: string
  lang: Locale
  dir?: 'ltr' | 'rtl'
  description?: string
  /** Lint rules, or families of rules, that are disabled for this email. */
  ignoredRules?: string[]
}

/** A theme color for both color schemes; without `dark`, the light value applies to both. */
export interface ThemeColor {
  light: Color
  dark?: Color
}

export interface ThemeFont {
  family: string
  fallback: string
  /** HTTPS URL of a web font style sheet. */
  href?: string
}

export interface Theme {
  colors: Record<string, ThemeColor>
  fonts: Record<string, ThemeFont>
  text?: Style
  link?: { color?: Color; underline?: boolean }
  headings?: { 1?: Style; 2?: Style; 3?: Style; 4?: Style }
  button?: Style
  classes?: Record<string, Style>
}

export interface Body {
  /** Content width in px, 320 to 900; default 600. */
  width: number
  /** Viewport width in px up to which the mobile layer applies; default 480. */
  breakpoint: number
  /** Content width in px at most in the mobile layer, 240 to 900; without it content is as wide as the window. */
  mobileWidth?: number
  background?: Color
  contentBackground?: Color
  backgroundImage?: BackgroundImage
  align?: 'center' | 'left'
  dark?: { background?: Color; contentBackground?: Color }
}

export interface BackgroundImage {
  src: Url
  size?: 'cover' | 'contain' | 'auto'
  position?: string
  repeat?: 'no-repeat' | 'repeat' | 'repeat-x' | 'repeat-y'
}

export interface DocumentAsset {
  url: Url
  width: number
  height: number
  mime: string
  darkUrl?: Url
}

export interface Translations {
  default: Locale
  /** Keys are `nodeId.prop` (or `meta.subject`), values replace that property. */
  locales: Record<Locale, Record<string, unknown>>
  /** Hashes of the values that translations were made of, by locale and key. */
  sources?: Record<Locale, Record<string, string>>
}

/** Visual properties; each node type supports a subset. Unknown ones are rejected. Lengths in px. */
export interface Style {
  padding?: Box
  background?: Color
  backgroundImage?: BackgroundImage
  border?: Border
  radius?: number
  /** Rounded corners; default all. */
  corners?: ('top-left' | 'top-right' | 'bottom-right' | 'bottom-left')[]
  color?: Color
  /** `$font.name` of the theme, or a font stack. */
  font?: string
  size?: number
  weight?: number
  italic?: boolean
  /** Multiple of the size, such as 1.5. */
  lineHeight?: number
  letterSpacing?: number
  /** Distance between the paragraphs and lists of one text, in px; default one line. */
  spacing?: number
  transform?: 'uppercase' | 'lowercase' | 'capitalize' | 'none'
  decoration?: 'underline' | 'none'
  align?: 'left' | 'center' | 'right' | 'justify'
  valign?: 'top' | 'middle' | 'bottom'
  /** Width of the element itself (button, image): px, or a percentage of the column such as `50%`. */
  width?: number | `${number}%`
  /** Padding inside a button or around an icon. */
  innerPadding?: Box
  /** Minimum height of a section's box in px, including padding; `valign` positions the content. */
  minHeight?: number
}

export interface Border {
  width: number
  style: 'solid' | 'dashed' | 'dotted'
  color: Color
  /** Sides with a border; default all. */
  sides?: ('top' | 'right' | 'bottom' | 'left')[]
}

/** Style that applies only up to the breakpoint. */
export type MobileStyle = Style
/** Colors and images that replace the light ones in dark mode. */
export interface DarkStyle {
  background?: Color
  color?: Color
  borderColor?: Color
}

export interface NodeBase {
  id: NodeId
  type: string
  name?: string
  /** Target of `#anchor` links inside the email. */
  anchor?: string
  classes?: string[]
  style?: Style
  mobile?: MobileStyle
  dark?: DarkStyle
  hide?: { desktop?: true; mobile?: true }
  parts?: { html?: false; amp?: false; text?: false }
  when?: Condition
  each?: Loop<Block>
  lock?: Lock
}

export type Row = Section | Group | ModuleUse

export interface Group extends NodeBase {
  type: 'group'
  /** The full-width band behind the group, as a section's. */
  band?: Style
  rows: Section[]
}

export interface Section extends NodeBase {
  type: 'section'
  /** The full-width band behind the section; `box` is the box of content width. Sections do not use `style`. */
  band?: Style
  box?: Style
  stack: 'stack' | 'reverse' | 'keep'
  columns: Column[]
}

export type ColumnWidth = { fr: number } | { px: number } | { pct: number }

export interface Column extends NodeBase {
  type: 'column'
  width: ColumnWidth
  align?: 'top' | 'middle' | 'bottom'
  blocks: Block[]
}

/** The properties of a block type are flat members; their schema is in email/blocks. */
export interface Block extends NodeBase {
  [property: string]: unknown
}

/** The only block type that the tree itself handles: it nests columns, one level deep. */
export interface ColumnsBlock extends Block {
  type: 'columns'
  columns: Column[]
  stack?: 'stack' | 'reverse' | 'keep'
}

export interface ModuleUse extends NodeBase {
  type: 'module'
  ref: { id: string; version: 'latest' | number }
  /** Content of the module's slots, by slot id. */
  slots?: Record<string, SlotFilling>
}

/** Blocks for a column or that replace a block; or properties that override those of a block of that type. */
export type SlotFilling = Block[] | { type: string; [property: string]: unknown }

/**
 * Changes that lockBreaches rejects for every author. `style` and `content` include all descendants; `content: true` freezes
 * the content and the set of child nodes, `'text'` only the texts.
 */
export interface Lock {
  move?: boolean
  remove?: boolean
  duplicate?: boolean
  style?: boolean
  content?: true | 'text'
}

/** Paragraphs and lists of runs. */
export type RichText = RichBlock[]
export type RichBlock = Paragraph | List

export interface Paragraph {
  type: 'paragraph'
  runs: Run[]
  align?: 'left' | 'center' | 'right' | 'justify'
  /** Formats the paragraph as a heading inside a text block. */
  level?: 1 | 2 | 3 | 4
}

export interface List {
  type: 'list'
  ordered: boolean
  /** Space between the items, px. */
  spacing?: number
  items: ListItem[]
}

export interface ListItem {
  runs: Run[]
  list?: List
}

export type Run = TextRun | TagRun | BreakRun

export interface Marks {
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  sub?: true
  sup?: true
  code?: true
  color?: Color
  background?: Color
  font?: string
  size?: number
  link?: Link
}

export interface TextRun extends Marks {
  text: string
}
export interface TagRun extends Marks {
  tag: MergeTag
}
export interface BreakRun {
  break: true
}

/** A link target. A role refers to a link of the ESP, whose URL the output language determines. */
export interface Link {
  href?: Url
  role?: LinkRole
  title?: string
  /** Not underlined, overriding the theme. */
  underline?: false
}

export type LinkRole = 'unsubscribe' | 'view' | 'preferences' | 'forward' | 'address'

/**
 * A change to a document. Applying one returns the new document and the inverse operation. The index of `insert` and `move`
 * refers to the parent's list without the inserted or moved nodes. `remove` deletes `count` siblings from `id` on, by
 * default one. In `set`, and in the objects of `settings`, null deletes a property; omitted ones stay.
 */
export type Operation =
  | { op: 'insert'; parent: NodeId; index: number; nodes: Node[] }
  | { op: 'remove'; id: NodeId; count?: number }
  | { op: 'move'; id: NodeId; parent: NodeId; index: number }
  | { op: 'set'; id: NodeId; props: Record<string, unknown> }
  | { op: 'settings'; props: Record<string, unknown> }

export type Node = Row | Column | Block
/** Parent id of the top-level rows in operations. */
export const rootId = 'root'
