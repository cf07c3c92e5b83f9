import type { Condition, Loop } from '../data/index.ts'
import type { ColumnWidth, DarkStyle, MobileStyle, Style } from '../document/index.ts'

/** A node before readDocument, which assigns ids and validates it. */
export interface InputNode {
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

export interface InputBlock extends InputNode {
  [property: string]: unknown
}

export interface InputColumn extends InputNode {
  type: 'column'
  width?: ColumnWidth
  align?: 'top' | 'middle' | 'bottom'
  blocks: InputBlock[]
}

export interface InputSection extends InputNode {
  type: 'section'
  band?: Style
  box?: Style
  stack: 'stack' | 'reverse' | 'keep'
  columns: InputColumn[]
}

export interface InputGroup extends InputNode {
  type: 'group'
  band?: Style
  rows: InputSection[]
}

export type InputRow = InputSection | InputGroup
