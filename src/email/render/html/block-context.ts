import type { Loop } from '../../data/index.ts'
import type { Block, Color, Column, DocumentAsset, Link, RichText, Style, Theme } from '../../document/index.ts'
import type { HtmlContext, Paint, BlockImage } from '../html-context.ts'
import type { ComputedStyle } from '../style/computed-style.ts'
import { quotable } from '../style/declarations.ts'
import type { Values } from '../values/values.ts'
import type { WarningCode } from '../values/warnings.ts'
import { normalizeConditionals } from '../values/conditional-comments.ts'
import { fillHtml } from './authored-html.ts'
import { inheritTextStyle, cachedInheritance } from './inheritance.ts'
import type { Page } from './page.ts'
import { isNotEmpty, printHref, printInline, printRich } from './rich-text.ts'

/** Renders columns inside a block; an argument, to avoid a cycle of imports: columns render blocks. */
export type RenderColumns = (
  page: Page,
  columns: readonly Column[],
  place: { width: number; around: ComputedStyle | undefined; stack: 'stack' | 'reverse' | 'keep' },
) => string

export type RenderBlocks = (
  page: Page,
  blocks: readonly Block[],
  place: { width: number; around: ComputedStyle | undefined; renderColumns: RenderColumns },
) => string

export interface Surroundings {
  page: Page
  block: Block
  style: ComputedStyle
  /** Mobile layer, including inherited properties. */
  mobile: Style | undefined
  width: number
  around: ComputedStyle | undefined
  renderColumns: RenderColumns
  renderBlocks: RenderBlocks
}

const noStyle: Style = {}

// Rejected URLs are `#`.
function isImage(address: string): boolean {
  return address !== '' && address !== '#'
}

const writeText = (values: Values, source: string) => values.text(source)
const writeAttribute = (values: Values, source: string) => values.attribute(source)
const writeUrl = (values: Values, source: string) => values.url(source)
const writeQuotable = (values: Values, source: string) => quotable(values.url(source))

export class BlockContext implements HtmlContext {
  readonly width: number
  readonly style: ComputedStyle
  readonly mobile: Style
  readonly #page: Page
  readonly #at: Surroundings

  constructor(at: Surroundings) {
    this.width = at.width
    this.style = at.style
    this.mobile = at.mobile ?? noStyle
    this.#page = at.page
    this.#at = at
  }

  get dir(): 'ltr' | 'rtl' {
    return this.#page.dir
  }

  get align(): 'left' | 'center' | 'right' | 'justify' {
    return this.style.align ?? this.#page.start
  }

  get locale(): string {
    this.#page.values.accesses++
    return this.#page.values.locale
  }

  get now(): number | undefined {
    this.#page.values.accesses++
    return this.#page.values.now
  }

  get theme(): Theme {
    return this.#page.document.theme
  }

  text(source: string): string {
    return this.#page.gap(writeText, source, isNotEmpty)
  }

  attribute(source: string): string {
    return this.#page.gap(writeAttribute, source, isNotEmpty)
  }

  url(source: string): string {
    return this.#page.values.url(source)
  }

  plain(source: string): string {
    return this.#page.values.plain(source)
  }

  href(link: Link): string {
    return printHref(this.#page, link)
  }

  resolveImage(source: string, darkSource?: string): BlockImage | undefined {
    const asset = this.#asset(source)
    const src = this.#address(asset?.url ?? source)
    if (!isImage(src)) return undefined
    const image: BlockImage = asset === undefined ? { src } : { src, width: asset.width, height: asset.height }
    const ownDark = darkSource === undefined || darkSource === '' ? undefined : darkSource
    const darkAsset = ownDark === undefined ? undefined : this.#asset(ownDark)?.url
    const dark = darkAsset ?? ownDark ?? asset?.darkUrl
    const darkSrc = dark === undefined ? '' : this.#address(dark)
    if (isImage(darkSrc)) image.darkSrc = darkSrc
    return image
  }

  cssUrl(source: string): string | undefined {
    const address = this.#page.gap(writeQuotable, this.#asset(source)?.url ?? source, isImage)
    return isImage(address) ? address : undefined
  }

  #asset(id: string): DocumentAsset | undefined {
    const { assets } = this.#page.document
    return assets !== undefined && Object.hasOwn(assets, id) ? assets[id] : undefined
  }

  get canShape(): boolean {
    return this.#page.canShape
  }

  #address(source: string): string {
    return this.#page.gap(writeUrl, source, isImage)
  }

  rich(value: RichText): string {
    return printRich(this.#page, value, this.style, this.#at.mobile)
  }

  inline(value: RichText): string {
    return printInline(this.#page, value)
  }

  html(source: string): string {
    return normalizeConditionals(fillHtml(source, this.#page.values), !this.#page.reachesOutlook)
  }

  color(color: Color): string | undefined {
    return this.#page.palette.light(color)
  }

  darkColor(color: Color): string | undefined {
    return this.#page.palette.dark(color)
  }

  literal(text: string): string {
    return this.#page.values.literal(text)
  }

  lookup(path: string): unknown {
    return this.#page.values.lookup(path)
  }

  paint(paint: Paint): string {
    return this.#page.paint(paint.of ?? this.style, paint.mobileOf ?? this.#at.mobile, paint)
  }

  mso(html: string): string {
    return this.#page.mso(html)
  }

  notMso(html: string): string {
    return this.#page.notMso(html)
  }

  columns(columns: readonly Column[], stack: 'stack' | 'reverse' | 'keep'): string {
    return this.#at.renderColumns(this.#page, columns, { width: this.width, around: this.#inside, stack })
  }

  // Text style that nested blocks inherit.
  get #inside(): ComputedStyle | undefined {
    return cachedInheritance(inheritTextStyle, this.#page, this.#at.block, this.#at.around)
  }

  blocks(blocks: readonly Block[]): string {
    const { renderBlocks, renderColumns } = this.#at
    return renderBlocks(this.#page, blocks, { width: this.width, around: this.#inside, renderColumns })
  }

  repeat(loop: Loop<Block>, render: () => string): string {
    return this.#page.values.repeat(loop, { render: () => this.#page.grow(this.#page.meter.size, render()) })
  }

  warn(code: WarningCode, message: string): void {
    this.#page.values.warnings.add(code, message, this.#page.values.nodeId)
  }
}
