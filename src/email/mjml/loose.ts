import type { Condition, Loop } from '../data/index.ts'
import type { ColumnWidth, DarkStyle, MobileStyle, Style } from '../document/index.ts'

/** A node before readDocument, which assigns ids and validates it. */
export interface LooseNode {
  type: string
  name?: string
  classes?: string[]
  style?: Style
  mobile?: MobileStyle
  dark?: DarkStyle
  hide?: { desktop?: true; mobile?: true }
  when?: Condition
  each?: Loop
}

export interface LooseBlock extends LooseNode {
  [property: string]: unknown
}

export interface LooseColumn extends LooseNode {
  type: 'column'
  width?: ColumnWidth
  align?: 'top' | 'middle' | 'bottom'
  blocks: LooseBlock[]
}

export interface LooseSection extends LooseNode {
  type: 'section'
  band?: Style
  box?: Style
  stack: 'stack' | 'reverse' | 'keep'
  columns: LooseColumn[]
}

export interface LooseGroup extends LooseNode {
  type: 'group'
  band?: Style
  rows: LooseSection[]
}

export type LooseRow = LooseSection | LooseGroup
