import { type Box, readColor } from '../../document/index.ts'
import type { Declarations, StyleRules, Styled } from '../head/style-rules.ts'
import type { Fonts } from '../values/fonts.ts'
import { readLength } from '../values/lengths.ts'
import { type TextStyle, readAlign, readLineHeight, readSpacing, readTransform, readWeight } from '../values/styles.ts'
import { type Fragment, type FragmentElement, isBlank, printFragments } from './fragment.ts'
import { UnsupportedRichText, declarationsOf, inPx, isInline, onlyElement, inlineStyles, styledAs } from './inline.ts'

/** A paragraph, heading or list of a text; spacing in px. */
export interface TextBox {
  kind: 'paragraph' | 'list' | 'heading'
  level?: 1 | 2 | 3 | 4
  textStyle: TextStyle
  /** Space above after margin collapsing; for the first box, up to the edge. */
  before: number
  left: number
  right: number
  html: string
}

/** The boxes of a text, and the space below the last one. */
export interface Flow {
  boxes: TextBox[]
  after: number
}

export interface FlowContext {
  fonts: Fonts
  rules: StyleRules
  /** Ancestors of the text, outermost first. */
  path: readonly Styled[]
  textStyle: TextStyle
}

/**
 * Lays out the content of a component as a browser does with mjml's style sheet: 13 px around paragraphs, the browser's
 * margins around headings and lists, adjacent margins collapsed (CSS 2.1, 8.3.1). Throws UnsupportedRichText.
 */
export function readFlow(fragments: readonly Fragment[], { fonts, rules, path, textStyle }: FlowContext): Flow {
  const flow = new FlowReader(fonts, rules)
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
/** Style properties without an effect on a block. */
const idle =
  /^(?:-|mso-|_)|^(?:margin|padding|display|word-break|word-wrap|overflow-wrap|white-space|outline|cursor|direction|orphans|widows|transition|box-sizing|font-variant.*|text-size-adjust|line-break|hyphens|max-width|text-rendering|list-style.*|height|width)(?:-|$)/
const zero = /^(?:0(?:px|em|%)?\s*)+$|^(?:auto|none|normal|initial|inherit|unset|transparent|100%)$/

class FlowReader {
  private readonly boxes: TextBox[] = []
  private readonly fonts: Fonts
  private readonly rules: StyleRules
  /** `margin` may still collapse with the next margin, `solid` is space that does not. */
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
    if (!containers.has(name)) throw new UnsupportedRichText(`<${name}>`)
    const path = [...slot.path, styledAs(element)]
    const declared = declarationsOf(element, path, this.rules)
    assertSupported(declared)
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

  // Padding prevents margins from collapsing: the margin before it is added, and there is none after it.
  private edge(margin: number, padding: number, isEnd = false): void {
    if (margin < 0) throw new UnsupportedRichText('a negative margin')
    if (isEnd && padding > 0) this.addPadding(padding)
    this.margin = Math.max(this.margin, margin)
    if (!isEnd && padding > 0) this.addPadding(padding)
  }

  private addPadding(padding: number): void {
    this.solid += this.margin + padding
    this.margin = 0
  }

  private heading(fragments: readonly Fragment[], slot: FlowPosition, level: 1 | 2 | 3 | 4): void {
    if (fragments.every(isBlank)) return
    this.add({ ...this.readLine(fragments, slot), kind: 'heading', level })
  }

  private line(fragments: readonly Fragment[], slot: FlowPosition): void {
    this.add({ ...this.readLine(fragments, slot), kind: 'paragraph' })
  }

  private add(box: Omit<TextBox, 'before'>): void {
    this.boxes.push({ ...box, before: this.solid + this.margin })
    this.margin = 0
    this.solid = 0
  }

  // The style of an element that spans the whole line moves to the block, so that the line height stays the same.
  private readLine(
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
    const inlined = inlineStyles(inner, path, this.rules, textStyle)
    return { textStyle, html: printFragments(inlined), left: slot.left, right: slot.right }
  }

  // A link that spans a line determines text size and weight; its color and underline stay on the link.
  private styleOfLink(link: FragmentElement, textStyle: TextStyle, path: readonly Styled[]): TextStyle {
    const inside = [...path, styledAs(link)]
    const declared = declarationsOf(link, inside, this.rules)
    const { color: _color, 'text-decoration': _line, ...rest } = declared
    const size = rest['font-size'] === undefined ? textStyle.size : inPx(rest['font-size'], textStyle.size)
    if (size < textStyle.size) return textStyle
    const linkStyle = styleInside(textStyle, rest, this.fonts)
    if (link.attributes['style'] !== undefined) {
      const { style, ...others } = link.attributes
      Object.assign(link, { attributes: { ...others, style: withoutText(style ?? '') } })
    }
    return { ...linkStyle, isUnderlined: textStyle.isUnderlined }
  }

  private list(element: FragmentElement, slot: FlowPosition): void {
    const path = [...slot.path, styledAs(element)]
    const declared = declarationsOf(element, path, this.rules)
    assertSupported(declared)
    const textStyle = styleInside(slot.textStyle, declared, this.fonts)
    const [top, , bottom] = edges(declared, 'margin', textStyle.size, textStyle.size)
    this.edge(top, 0)
    const inlined = this.readList(element, path, textStyle)
    this.add({ kind: 'list', textStyle, left: slot.left, right: slot.right, html: printFragments([inlined]) })
    this.edge(bottom, 0, true)
  }

  private readList(element: FragmentElement, path: readonly Styled[], textStyle: TextStyle): FragmentElement {
    const children = element.children.flatMap((one): Fragment[] => {
      if (one.kind === 'text') {
        if (!isBlank(one)) throw new UnsupportedRichText('text between list items')
        return []
      }
      if (one.name !== 'li') throw new UnsupportedRichText(`<${one.name}> in a list`)
      const inside = [...path, styledAs(one)]
      const declared = declarationsOf(one, inside, this.rules)
      assertSupported(declared)
      const runs = one.children.filter((part) => part.kind === 'text' || isInline(part.name))
      const lists = one.children.filter((part) => part.kind === 'element' && /^[uo]l$/.test(part.name))
      if (runs.length + lists.length !== one.children.length) throw new UnsupportedRichText('blocks in a list item')
      const inlined = inlineStyles(runs, inside, this.rules, textStyle)
      const styled = withItemStyle(inlined, declared)
      const inner = lists.map((part) => this.readList(part as FragmentElement, inside, textStyle))
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

// The block's own text sets a minimum line height, so smaller text stays a run.
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

/** The text style inside an element with these declarations. */
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

const blockProperties = new Set(
  'color font-family font-size font-weight font-style line-height letter-spacing text-transform text-align text-decoration text-decoration-line font'.split(
    ' ',
  ),
)

function isColor(value: string): boolean {
  return /^(?:|inherit|initial|unset|revert|currentcolor)$/i.test(value.trim()) || readColor(value) !== undefined
}

function assertSupported(declared: Declarations): void {
  for (const [property, value] of Object.entries(declared)) {
    if (property === 'color' && !isColor(value)) throw new UnsupportedRichText(`${property}:${value}`)
    if (
      value === '' ||
      blockProperties.has(property) ||
      (idle.test(property) && property !== 'height' && property !== 'width')
    )
      continue
    if (property === 'vertical-align' || zero.test(value)) continue
    throw new UnsupportedRichText(`${property}:${value}`)
  }
}
