/**
 * The email document `svc.email/1` as types: what is stored, sent and rendered. Everything here is the canonical
 * form; what callers may write more loosely (padding as one number, rich text as HTML) is settled by normalize.ts.
 */
import type { Condition, FieldDeclaration, Loop, MergeTag } from '../data/index.ts'

/** Identifies a node inside its document; unique there, 1 to 64 characters of `A-Za-z0-9_-`. */
export type NodeId = string
/** A color: `#rgb`, `#rrggbb`, `#rrggbbaa`, `transparent`, or `$color.name` of the theme. */
export type Color = string
/** An address: http, https, mailto, tel, sms, `#anchor`, a `/cdn/…` path of this service, or text with merge tags. */
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
  /** Rules of lint, or families of them, that shall say nothing of this email. */
  ignoredRules?: string[]
}

/** A color of the theme in both schemes; without `dark` the light value serves both. */
export interface ThemeColor {
  light: Color
  dark?: Color
}

export interface ThemeFont {
  family: string
  fallback: string
  /** Address of a web-font stylesheet (https). */
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
  /** Content width in px, 320 to 900; 600 unless said. */
  width: number
  /** Viewport width in px up to which the mobile layer applies; 480 unless said. */
  breakpoint: number
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
}

/** Visual properties. Which of them a node applies is its type's business; unknown ones are refused. Lengths in px. */
export interface Style {
  padding?: Box
  background?: Color
  backgroundImage?: BackgroundImage
  border?: Border
  radius?: number
  /** Corners that are rounded; all unless said. */
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
  /** Between the paragraphs and lists of one text, in px; one line of its size unless said. */
  spacing?: number
  transform?: 'uppercase' | 'lowercase' | 'capitalize' | 'none'
  decoration?: 'underline' | 'none'
  align?: 'left' | 'center' | 'right' | 'justify'
  valign?: 'top' | 'middle' | 'bottom'
  /** Of the element itself (button, image): px, or a share of the column in percent such as `50%`. */
  width?: number | `${number}%`
  /** Padding inside a button or around an icon. */
  innerPadding?: Box
  /** Least height of a section's box in px, its padding counted; `valign` says where the content is in it. */
  minHeight?: number
}

export interface Border {
  width: number
  style: 'solid' | 'dashed' | 'dotted'
  color: Color
  /** Sides that carry it; all unless said. */
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
  /** What links inside the email lead to: `#anchor`. */
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

/** The one block type that the tree itself knows: it nests columns, once. */
export interface ColumnsBlock extends Block {
  type: 'columns'
  columns: Column[]
  stack?: 'stack' | 'reverse' | 'keep'
}

export interface ModuleUse extends NodeBase {
  type: 'module'
  ref: { id: string; version: 'latest' | number }
  /** What is in the module's slots, by the ids of the slots. */
  slots?: Record<string, SlotFilling>
}

/** Blocks in a column or in place of a block; or properties for a block of that type, which keeps the others it has. */
export type SlotFilling = Block[] | { type: string; [property: string]: unknown }

/**
 * What nobody may do to a node, anyone who writes: lockBreaches holds it. `style` and `content` cover all that is in the node
 * too; `content: true` freezes everything it says and holds, `'text'` only its texts.
 */
export interface Lock {
  move?: boolean
  remove?: boolean
  duplicate?: boolean
  style?: boolean
  content?: true | 'text'
}

/** Rich text: paragraphs and lists of runs. */
export type RichText = RichBlock[]
export type RichBlock = Paragraph | List

export interface Paragraph {
  type: 'paragraph'
  runs: Run[]
  align?: 'left' | 'center' | 'right' | 'justify'
  /** Set as a heading inside a text block. */
  level?: 1 | 2 | 3 | 4
}

export interface List {
  type: 'list'
  ordered: boolean
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

/** Where a link leads. A role names one of the ESP's own links; the target's printer owns its address. */
export interface Link {
  href?: Url
  role?: LinkRole
  title?: string
  /** Not underlined, whatever the theme says of links. */
  underline?: false
}

export type LinkRole = 'unsubscribe' | 'view' | 'preferences' | 'forward' | 'address'

/**
 * A change to a document. Applying one gives the new document and the operation that takes it back.
 * `insert` and `move` count positions in the parent's list as it is without the nodes that come in. `remove` takes `count`
 * neighbors from `id` on, one unless said. In `set`, and in the members of the objects of `settings`, null takes a
 * property away; what is not named stays.
 */
export type Operation =
  | { op: 'insert'; parent: NodeId; index: number; nodes: Node[] }
  | { op: 'remove'; id: NodeId; count?: number }
  | { op: 'move'; id: NodeId; parent: NodeId; index: number }
  | { op: 'set'; id: NodeId; props: Record<string, unknown> }
  | { op: 'settings'; props: Record<string, unknown> }

export type Node = Row | Column | Block
/** The parent of the top rows in operations. */
export const rootId = 'root'
