import type { Element, ReadPage } from '../read/element.ts'
import type { Cascade } from '../style/cascade.ts'
import { computeStyle } from '../style/compute-style.ts'
import { plainText } from '../style/compute-text.ts'
import type { ComputedStyle, TextStyle } from '../style/computed-style.ts'
import { UnpaintedUses, unpaintedElement, unpaintedOf } from '../style/unpainted.ts'
import type { Block, Box, Lines, Meaning, SourceImage } from './box.ts'
import type { StyledElement } from './styled-element.ts'
import { LineBuilder } from './line-builder.ts'
import { anonymousStyle, buildRows, noLengths } from './rows.ts'
import { markerOf } from './markers.ts'

/** The box tree, and the used features that are not painted. */
export interface BuiltPage {
  page: Box
  unpainted: UnpaintedUses
}

/** Builds the box tree in painting order, with computed styles. */
export function buildBoxes({ root, unsupported }: ReadPage, cascade: Cascade): BuiltPage {
  const body = root.children.find((child): child is Element => typeof child !== 'string' && child.name === 'body')
  const builder = new BoxBuilder(cascade)
  const page = builder.page(root, body)
  for (const { name, parent } of unsupported) builder.reportUnsupported(name, parent)
  return { page, unpainted: builder.unpainted }
}

class BoxBuilder {
  readonly unpainted = new UnpaintedUses()
  readonly #cascade: Cascade
  // Cached, because the display of an element is requested before its box is built.
  readonly #looks = new Map<Element, { around: TextStyle; computed: ComputedStyle }>()

  constructor(cascade: Cascade) {
    this.#cascade = cascade
  }

  page(root: Element, body: Element | undefined): Box {
    // A page that declares a dark color scheme starts on a dark canvas (CSS Color Adjust 1, section 2.2).
    const isDark =
      this.#cascade.scheme === 'dark' &&
      /\bdark\b/.test(this.#cascade.specifiedValues(root, 'ltr').get('color-scheme') ?? '')
    const html = this.applyStyle(root, isDark ? { ...plainText, color: '#ffffffff' } : plainText, {})
    if (body === undefined) return { ...this.box(html), isRoot: true }
    const styled = this.applyStyle(body, html.computed, {})
    const inner = this.box(styled)
    // The canvas adopts the background of the body (CSS Backgrounds 3, section 2.11.2).
    const isOwn = html.computed.background !== undefined || html.computed.gradients !== undefined
    const { background, gradients, image } = isOwn ? html.computed : styled.computed
    const computed: ComputedStyle = {
      ...html.computed,
      display: 'block',
      background: background ?? (isDark ? '#121212ff' : '#ffffffff'),
      image,
      gradients,
    }
    return {
      kind: 'block',
      computed,
      meaning: {},
      isRoot: true,
      content: [{ ...inner, computed: { ...inner.computed, image: undefined, gradients: undefined } }],
    }
  }

  applyStyle(element: Element, around: TextStyle, meaning: Meaning): StyledElement {
    const known = this.#looks.get(element)
    if (known?.around === around) return { element, computed: known.computed, meaning: meaningOf(element, meaning) }
    const specified = this.#cascade.specifiedValues(element, around.direction)
    const computed = computeStyle(element, specified, around)
    if (computed.display !== 'none') for (const use of unpaintedOf(specified)) this.unpainted.add(use)
    this.#looks.set(element, { around, computed })
    return { element, computed, meaning: meaningOf(element, meaning) }
  }

  /** Records an omitted element as unpainted if its parent has a box. */
  reportUnsupported(name: string, parent: Element): void {
    const use = unpaintedElement(name)
    const around = this.#looks.get(parent)
    if (use !== undefined && around !== undefined && around.computed.display !== 'none') this.unpainted.add(use)
  }

  /** Builds a block or inline-block box. */
  box(styled: StyledElement): Box {
    const { element, computed, meaning } = styled
    if (computed.display === 'table' || computed.display === 'inline-table') {
      // A table with collapsed borders has no padding (CSS 2.1, section 17.6.2).
      const table = computed.collapses ? { ...computed, padding: noLengths } : computed
      return { kind: 'block', computed: table, meaning, content: buildRows(this, styled) }
    }
    const marker = computed.display === 'list-item' ? markerOf(element, computed) : undefined
    const box: Box = { kind: 'block', computed, meaning, content: this.content(styled) }
    return marker === undefined ? box : { ...box, marker }
  }

  /** Blocks, with the lines between them in anonymous boxes, or lines only. */
  content({
    element,
    computed,
    meaning,
  }: Pick<StyledElement, 'element' | 'computed' | 'meaning'>): readonly Block[] | Lines {
    const blocks: Block[] = []
    let lines = new LineBuilder(computed)
    let rowCells: Element[] = []
    const endTable = () => {
      if (rowCells.length === 0) return
      // Rows and cells without a table get an anonymous one (CSS 2.1, section 17.2.1).
      const table: StyledElement = {
        element: { ...element, children: rowCells },
        computed: anonymousStyle(computed, 'table'),
        meaning,
      }
      rowCells = []
      blocks.push({ kind: 'block', computed: table.computed, meaning, content: buildRows(this, table) })
    }
    const endLines = () => {
      endTable()
      const items = lines.end()
      if (items.length > 0) {
        const inner: Lines = { kind: 'lines', computed, items }
        blocks.push({ kind: 'block', computed: anonymousStyle(computed), meaning, content: inner })
      }
      lines = new LineBuilder(computed)
    }
    const add = (children: Element['children'], around: TextStyle, inherited: Meaning) => {
      for (const child of children) {
        if (typeof child === 'string') {
          if (child.trim() !== '') endTable()
          lines.text(child, around, inherited)
          continue
        }
        const styled = this.applyStyle(child, around, inherited)
        if (styled.computed.display === 'none') continue
        if (isTablePart(styled.computed)) {
          if (rowCells.length === 0) endLines()
          rowCells.push(child)
          continue
        }
        if (isOutOfFlow(styled.computed) || !isInline(styled)) {
          endLines()
          blocks.push(this.#block(styled))
        } else this.#inline(lines, styled, { add, endLines, block: (box) => blocks.push(box) })
      }
    }
    add(element.children, computed, meaning)
    if (blocks.length === 0 && rowCells.length === 0) return { kind: 'lines', computed, items: lines.end() }
    endLines()
    return blocks
  }

  #inline(
    lines: LineBuilder,
    styled: StyledElement,
    flow: {
      add: (children: Element['children'], around: TextStyle, inherited: Meaning) => void
      endLines: () => void
      block: (box: Box) => void
    },
  ): void {
    const { element, computed, meaning } = styled
    if (element.name === 'br') lines.break(computed)
    else if (element.name === 'img') lines.box(this.#replaced(styled))
    else if (computed.display !== 'inline') lines.box(this.box(styled))
    else if (this.#holdsBlocks(element, computed)) {
      // A block inside inline elements splits their line; the inline content continues after it.
      flow.endLines()
      flow.block({
        kind: 'block',
        computed: { ...computed, display: 'block' },
        meaning,
        content: this.content(styled),
      })
    } else if (isSpan(computed)) lines.span(styled, (inner) => this.#fill(inner, styled))
    else flow.add(element.children, computed, meaning)
  }

  #fill(lines: LineBuilder, { element, computed, meaning }: StyledElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') lines.text(child, computed, meaning)
      else {
        const styled = this.applyStyle(child, computed, meaning)
        if (styled.computed.display === 'none') continue
        const add = (children: Element['children'], around: TextStyle, said: Meaning) =>
          this.#fill(lines, {
            element: { ...child, children: [...children] },
            computed: around as ComputedStyle,
            meaning: said,
          })
        this.#inline(lines, styled, { add, endLines: () => undefined, block: (box) => lines.box(box) })
      }
    }
  }

  #block(styled: StyledElement): Block {
    return styled.element.name === 'img' ? this.#replaced(styled) : this.box(styled)
  }

  #replaced({ element: { attributes }, computed, meaning }: StyledElement): SourceImage {
    const [width, height] = [pixelsOf(attributes['width']), pixelsOf(attributes['height'])]
    const declared = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) }
    return { kind: 'picture', computed, meaning, src: attributes['src'] ?? '', alt: attributes['alt'] ?? '', declared }
  }

  #holdsBlocks(element: Element, computed: TextStyle): boolean {
    return element.children.some((child) => {
      if (typeof child === 'string') return false
      const styled = this.applyStyle(child, computed, {})
      if (styled.computed.display === 'none') return false
      if (!isInline(styled)) return true
      return styled.computed.display === 'inline' && this.#holdsBlocks(child, styled.computed)
    })
  }
}

/** True for inline-level elements. */
export function isInline({ computed }: Pick<StyledElement, 'computed'>): boolean {
  return computed.display === 'inline' || computed.display === 'inline-block' || computed.display === 'inline-table'
}

function isTablePart({ display }: ComputedStyle): boolean {
  return display === 'table-row' || display === 'table-row-group' || display === 'table-cell'
}

function isOutOfFlow({ float, display }: ComputedStyle): boolean {
  return float !== 'none' && display !== 'none'
}

// A box is required only for visible styles or styles that affect layout.
function isSpan({ background, gradients, border, padding, margin, valign, opacity }: ComputedStyle): boolean {
  return (
    background !== undefined ||
    gradients !== undefined ||
    valign !== 'baseline' ||
    opacity < 1 ||
    border.some(({ width }) => width > 0) ||
    [padding[1], padding[3], margin[1], margin[3]].some((one) => one !== 'auto' && !('px' in one && one.px === 0))
  )
}

function meaningOf({ name, attributes }: Element, around: Meaning): Meaning {
  const href = name === 'a' ? attributes['href'] : undefined
  const [, level] = /^h([1-6])$/.exec(name) ?? []
  if (href === undefined && level === undefined) return around
  return { ...around, ...(href ? { href } : {}), ...(level === undefined ? {} : { heading: Number(level) }) }
}

function pixelsOf(value: string | undefined): number | undefined {
  const number = /^\d+(\.\d+)?(px)?$/.test(value ?? '') ? Number.parseFloat(value ?? '') : undefined
  return number === undefined || number > 10_000 ? undefined : number
}
