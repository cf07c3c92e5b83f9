import { type Box, readColor } from '../../document/index.ts'
import type { Declarations, StyleRules, Styled } from '../head/style-rules.ts'
import type { Fonts } from '../values/fonts.ts'
import { readLength } from '../values/lengths.ts'
import { type TextStyle, readAlign, readLineHeight, readSpacing, readTransform, readWeight } from '../values/styles.ts'
import { type Fragment, type FragmentElement, isBlank, printFragments } from './fragment.ts'
import { BeyondRichText, declarationsOf, inPx, isInline, onlyElement, settleInline, styledAs } from './inline.ts'

/** One paragraph, heading or list of a text, with the space before it in px. */
export interface TextBox {
  kind: 'paragraph' | 'list' | 'heading'
  level?: 1 | 2 | 3 | 4
  textStyle: TextStyle
  /** Room to the box above, margins collapsed; of the first to the edge. */
  before: number
  left: number
  right: number
  html: string
}

/** The boxes of a text and the space below the last. */
export interface Flow {
  boxes: TextBox[]
  after: number
}

export interface FlowContext {
  fonts: Fonts
  rules: StyleRules
  /** What is around the text, outermost first. */
  path: readonly Styled[]
  textStyle: TextStyle
}

/**
 * Lays the content of a component out as a browser does with mjml's own style sheet: 13 px around paragraphs, the
 * browser's margins around headings and lists, neighboring margins collapsed (CSS 2.1, 8.3.1). Throws BeyondRichText.
 */
export function layOut(fragments: readonly Fragment[], { fonts, rules, path, textStyle }: FlowContext): Flow {
  const flow = new Layout(fonts, rules)
  flow.inside(fragments, { textStyle, path, left: 0, right: 0 })
  return flow.finish()
}

interface FlowPosition {
  textStyle: TextStyle
  path: readonly Styled[]
  left: number
  right: number
}

const headingSizes = [2, 1.5, 1.17, 1, 0.83, 0.67]
const headingMargins = [0.67, 0.83, 1, 1.33, 1.67, 2.33]
const containers = new Set('p div center h1 h2 h3 h4 h5 h6 section article header footer main address'.split(' '))
/** Style of a block that changes nothing here, whatever it is. */
const idle =
  /^(?:-|mso-|_)|^(?:margin|padding|display|word-break|word-wrap|overflow-wrap|white-space|outline|cursor|direction|orphans|widows|transition|box-sizing|font-variant.*|text-size-adjust|line-break|hyphens|max-width|text-rendering|list-style.*|height|width)(?:-|$)/
const zero = /^(?:0(?:px|em|%)?\s*)+$|^(?:auto|none|normal|initial|inherit|unset|transparent|100%)$/

class Layout {
  private readonly boxes: TextBox[] = []
  private readonly fonts: Fonts
  private readonly rules: StyleRules
  /** Margin that may still collapse with the next, and space that may not. */
  private margin = 0
  private solid = 0

  constructor(fonts: Fonts, rules: StyleRules) {
    this.fonts = fonts
    this.rules = rules
  }

  finish(): Flow {
    return { boxes: this.boxes, after: this.solid + this.margin }
  }

  inside(fragments: readonly Fragment[], slot: FlowPosition): void {
    let line: Fragment[] = []
    const endLine = () => {
      if (!line.every(isBlank)) this.line(line, slot)
      line = []
    }
    for (const one of fragments) {
      if (one.kind === 'text' || isInline(one.name)) line.push(one)
      else {
        endLine()
        this.block(one, slot)
      }
    }
    endLine()
  }

  private block(element: FragmentElement, slot: FlowPosition): void {
    const { name } = element
    if (name === 'ul' || name === 'ol') return this.list(element, slot)
    if (!containers.has(name)) throw new BeyondRichText(`<${name}>`)
    const path = [...slot.path, styledAs(element)]
    const declared = declarationsOf(element, path, this.rules)
    refuse(declared)
    const level = /^h([1-6])$/.exec(name)?.[1]
    const own = level === undefined ? slot.textStyle : headingStyle(slot.textStyle, Number(level), declared)
    const align = readAlign(element.attributes['align']) ?? (name === 'center' ? 'center' : undefined)
    const textStyle = styleInside({ ...own, align: align ?? own.align }, declared, this.fonts)
    const usual =
      name === 'p' ? 13 : level === undefined ? 0 : (headingMargins[Number(level) - 1] ?? 1) * textStyle.size
    const [top, right, bottom, left] = edges(declared, 'margin', usual, textStyle.size)
    const [above, after, below, before] = edges(declared, 'padding', 0, textStyle.size)
    this.edge(top, above)
    const inner = { textStyle, path, left: slot.left + left + before, right: slot.right + right + after }
    if (level === undefined) this.inside(element.children, inner)
    else this.heading(element.children, inner, Math.min(Number(level), 4) as 1 | 2 | 3 | 4)
    this.edge(bottom, below, true)
  }

  // Padding keeps margins apart; before it comes the margin, after it there is none yet.
  private edge(margin: number, padding: number, isEnd = false): void {
    if (margin < 0) throw new BeyondRichText('a negative margin')
    if (isEnd && padding > 0) this.settle(padding)
    this.margin = Math.max(this.margin, margin)
    if (!isEnd && padding > 0) this.settle(padding)
  }

  private settle(padding: number): void {
    this.solid += this.margin + padding
    this.margin = 0
  }

  private heading(fragments: readonly Fragment[], slot: FlowPosition, level: 1 | 2 | 3 | 4): void {
    if (fragments.every(isBlank)) return
    this.add({ ...this.settleLine(fragments, slot), kind: 'heading', level })
  }

  private line(fragments: readonly Fragment[], slot: FlowPosition): void {
    this.add({ ...this.settleLine(fragments, slot), kind: 'paragraph' })
  }

  private add(box: Omit<TextBox, 'before'>): void {
    this.boxes.push({ ...box, before: this.solid + this.margin })
    this.margin = 0
    this.solid = 0
  }

  // What one element says of the whole line is said of the block, so that lines are as high as they were.
  private settleLine(
    fragments: readonly Fragment[],
    slot: FlowPosition,
  ): Pick<TextBox, 'textStyle' | 'html' | 'left' | 'right'> {
    let { textStyle, path } = slot
    let inner = fragments
    for (;;) {
      const only = onlyElement(inner)
      if (only === undefined || !/^(?:b|strong|i|em|u|span|font|big|small)$/.test(only.name)) break
      const inside = [...path, styledAs(only)]
      const declared = declarationsOf(only, inside, this.rules)
      if (!isHoistable(only, declared, textStyle)) break
      path = inside
      textStyle = styleInside(ofName(only, textStyle), declared, this.fonts)
      inner = only.children
    }
    const link = onlyElement(inner)
    if (link?.name === 'a') textStyle = this.styleOfLink(link, textStyle, path)
    const settled = settleInline(inner, path, this.rules, textStyle)
    return { textStyle, html: printFragments(settled), left: slot.left, right: slot.right }
  }

  // A link that is all of a line says how large and wide its text is; its color and line stay its own.
  private styleOfLink(link: FragmentElement, textStyle: TextStyle, path: readonly Styled[]): TextStyle {
    const inside = [...path, styledAs(link)]
    const declared = declarationsOf(link, inside, this.rules)
    const { color: _color, 'text-decoration': _line, ...rest } = declared
    const size = rest['font-size'] === undefined ? textStyle.size : inPx(rest['font-size'], textStyle.size)
    if (size < textStyle.size) return textStyle
    const taken = styleInside(textStyle, rest, this.fonts)
    if (link.attributes['style'] !== undefined) {
      const { style, ...others } = link.attributes
      Object.assign(link, { attributes: { ...others, style: withoutText(style ?? '') } })
    }
    return { ...taken, isUnderlined: textStyle.isUnderlined }
  }

  private list(element: FragmentElement, slot: FlowPosition): void {
    const path = [...slot.path, styledAs(element)]
    const declared = declarationsOf(element, path, this.rules)
    refuse(declared)
    const textStyle = styleInside(slot.textStyle, declared, this.fonts)
    const [top, , bottom] = edges(declared, 'margin', textStyle.size, textStyle.size)
    this.edge(top, 0)
    const settled = this.settleList(element, path, textStyle)
    this.add({ kind: 'list', textStyle, left: slot.left, right: slot.right, html: printFragments([settled]) })
    this.edge(bottom, 0, true)
  }

  private settleList(element: FragmentElement, path: readonly Styled[], textStyle: TextStyle): FragmentElement {
    const children = element.children.flatMap((one): Fragment[] => {
      if (one.kind === 'text') {
        if (!isBlank(one)) throw new BeyondRichText('text between list items')
        return []
      }
      if (one.name !== 'li') throw new BeyondRichText(`<${one.name}> in a list`)
      const inside = [...path, styledAs(one)]
      const declared = declarationsOf(one, inside, this.rules)
      refuse(declared)
      const runs = one.children.filter((part) => part.kind === 'text' || isInline(part.name))
      const lists = one.children.filter((part) => part.kind === 'element' && /^[uo]l$/.test(part.name))
      if (runs.length + lists.length !== one.children.length) throw new BeyondRichText('blocks in a list item')
      const settled = settleInline(runs, inside, this.rules, textStyle)
      const styled = withItemStyle(settled, declared)
      const inner = lists.map((part) => this.settleList(part as FragmentElement, inside, textStyle))
      return [{ kind: 'element', name: 'li', attributes: {}, children: [...styled, ...inner] }]
    })
    return { kind: 'element', name: element.name, attributes: {}, children }
  }
}

const itemStyle = ['color', 'font-size', 'font-weight', 'font-style', 'font-family']

function withItemStyle(runs: Fragment[], declared: Declarations): Fragment[] {
  const css = itemStyle.filter((name) => declared[name] !== undefined).map((name) => `${name}:${declared[name]}`)
  if (css.length === 0) return runs
  return [{ kind: 'element', name: 'span', attributes: { style: css.join(';') }, children: runs }]
}

function withoutText(style: string): string {
  return style
    .split(';')
    .filter((one) => /^\s*(?:color|text-decoration)\s*:/i.test(one))
    .join(';')
}

function ofName({ name, attributes }: FragmentElement, textStyle: TextStyle): TextStyle {
  if (name === 'b' || name === 'strong') return { ...textStyle, weight: 700 }
  if (name === 'i' || name === 'em') return { ...textStyle, italic: true }
  if (name === 'u') return { ...textStyle, isUnderlined: true }
  if (name === 'small') return textStyle
  const color = name === 'font' ? readColor(attributes['color'] ?? '') : undefined
  return color === undefined ? textStyle : { ...textStyle, color }
}

// The line is at least as high as the block's own text would be, so smaller text stays a run.
function isHoistable({ name }: FragmentElement, declared: Declarations, textStyle: TextStyle): boolean {
  if (name === 'small' || name === 'big') return false
  const size = declared['font-size']
  if (size !== undefined && inPx(size, textStyle.size) < textStyle.size) return false
  if (declared['vertical-align'] !== undefined && /sub|super/.test(declared['vertical-align'])) return false
  return !Object.entries(declared).some(
    ([property, value]) =>
      /^(?:background|border|padding|margin|float|position|text-align)/.test(property) && !zero.test(value),
  )
}

function headingStyle(textStyle: TextStyle, level: number, declared: Declarations): TextStyle {
  const size = Math.round(textStyle.size * (headingSizes[level - 1] ?? 1) * 100) / 100
  return { ...textStyle, size: declared['font-size'] === undefined ? size : textStyle.size, weight: 700 }
}

/** The look inside an element with these declarations. */
function styleInside(textStyle: TextStyle, declared: Declarations, fonts: Fonts): TextStyle {
  const size = declared['font-size'] === undefined ? textStyle.size : inPx(declared['font-size'], textStyle.size)
  const line = declared['text-decoration'] ?? declared['text-decoration-line']
  return {
    font: (declared['font-family'] === undefined ? undefined : fonts.read(declared['font-family'])) ?? textStyle.font,
    size,
    weight: readWeight(declared['font-weight']) ?? textStyle.weight,
    italic: declared['font-style'] === undefined ? textStyle.italic : /italic|oblique/i.test(declared['font-style']),
    lineHeight: readLineHeight(declared['line-height'], size) ?? textStyle.lineHeight,
    letterSpacing: readSpacing(declared['letter-spacing'], size) ?? textStyle.letterSpacing,
    transform: readTransform(declared['text-transform']) ?? textStyle.transform,
    isUnderlined: textStyle.isUnderlined || /underline/i.test(line ?? ''),
    color: readColor(declared['color'] ?? '') ?? textStyle.color,
    align: readAlign(declared['text-align']) ?? textStyle.align,
  }
}

function edges(declared: Declarations, name: 'margin' | 'padding', usual: number, size: number): Box {
  const shorthand = declared[name]
  const words = (shorthand ?? '').trim().split(/\s+/)
  const [top = '0', right = top, bottom = top, left = right] = words
  const side = (at: string, word: string, otherwise: number) =>
    inEm(declared[`${name}-${at}`] ?? (shorthand === undefined ? `${otherwise}px` : word), size)
  return [side('top', top, usual), side('right', right, 0), side('bottom', bottom, usual), side('left', left, 0)]
}

function inEm(value: string, size: number): number {
  return (/em\s*$/.test(value) ? Number.parseFloat(value) * size : readLength(value, 550)) || 0
}

const said = new Set(
  'color font-family font-size font-weight font-style line-height letter-spacing text-transform text-align text-decoration text-decoration-line font'.split(
    ' ',
  ),
)

function isColor(value: string): boolean {
  return /^(?:|inherit|initial|unset|revert|currentcolor)$/i.test(value.trim()) || readColor(value) !== undefined
}

function refuse(declared: Declarations): void {
  for (const [property, value] of Object.entries(declared)) {
    if (property === 'color' && !isColor(value)) throw new BeyondRichText(`${property}:${value}`)
    if (value === '' || said.has(property) || (idle.test(property) && property !== 'height' && property !== 'width'))
      continue
    if (property === 'vertical-align' || zero.test(value)) continue
    throw new BeyondRichText(`${property}:${value}`)
  }
}
