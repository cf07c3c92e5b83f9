import { isTagged } from '../../data/index.ts'
import {
  type BackgroundImage,
  type EmailDocument,
  type NodeBase,
  type Row,
  type Style,
  instanceOf,
} from '../../document/index.ts'
import type { BlockType, BlockTypes } from '../block-type.ts'
import type { Paint } from '../html-context.ts'
import { type ComputedStyle, blankStyle, inheritText, assignLayer, plainText } from '../style/computed-style.ts'
import { addBox, cellDeclarations, isPadded, imageDeclarations, paddingDeclaration } from '../style/declarations.ts'
import { addDeclaration, textDeclarations } from '../style/text-declarations.ts'
import type { Palette } from '../style/palette.ts'
import { Sheet } from '../style/sheet.ts'
import { escapeAttribute } from '../values/escape.ts'
import { type Shape, vmlBackground } from './background.ts'
import { type RowFrame, rowFrame } from './frame.ts'
import type { Values } from '../values/values.ts'
import { joinRules, layerClasses } from './layers.ts'
import type { RenderedRows } from './rendered-rows.ts'
import type { RowCache } from './row-cache.ts'
import { Meter, Recorder } from './recorder.ts'

export interface PageOptions {
  document: EmailDocument
  blocks: BlockTypes
  values: Values
  palette: Palette
  mode: 'production' | 'editor'
  /** Cache of earlier renderings of the document; undefined in the editor, because its markers are unique. */
  cache?: RowCache | undefined
  /** Rows of earlier renderings, in the editor only. */
  rendered?: RenderedRows | undefined
}

const textOfNoTheme = assignLayer(blankStyle(), plainText)
const noShape: Shape = { open: '', close: '' }

/** Width in px and inherited text style. */
export interface RowContext {
  width: number
  around: ComputedStyle | undefined
}

/** For markup that does not depend on its position. */
export const anywhere: RowContext = { width: 0, around: undefined }

export class Page {
  readonly document: EmailDocument
  readonly blocks: BlockTypes
  readonly values: Values
  readonly palette: Palette
  readonly sheet = new Sheet()
  readonly dir: 'ltr' | 'rtl'
  /** The side at which lines of text begin. */
  readonly start: 'left' | 'right'
  /** Text style of the whole email; sections override it. */
  readonly text: ComputedStyle
  /** Per block type: the last computed element style, and its layers. */
  readonly elements = new Map<BlockType, { layers: readonly (Style | undefined)[]; style: ComputedStyle }>()
  readonly isEditor: boolean
  readonly cache: RowCache | undefined
  readonly #rendered: RenderedRows | undefined
  readonly #marked = new Set<string>()
  readonly meter = new Meter()
  readonly #recorder: Recorder | undefined
  #hidden = 0
  #shapes = 0

  constructor({ document, blocks, values, palette, mode, cache, rendered }: PageOptions) {
    this.document = document
    this.blocks = blocks
    this.values = values
    this.palette = palette
    this.isEditor = mode === 'editor'
    this.cache = cache
    this.#rendered = rendered
    rendered?.begin(document)
    if (cache !== undefined) {
      this.#recorder = new Recorder({ cache, values, sheet: this.sheet, palette, meter: this.meter })
    }
    this.dir = document.meta.dir ?? 'ltr'
    this.start = this.dir === 'rtl' ? 'right' : 'left'
    this.text = inheritText(textOfNoTheme, document.theme.text)
  }

  /**
   * Renders a piece of HTML once and reuses it from the cache, if data only fills gaps in it. The result must depend
   * only on `key`, its position and `variant`, a small number. `render` must not be a closure, so that a page without
   * a cache allocates nothing.
   */
  once<Key extends object, At extends RowContext>(
    render: (page: Page, key: Key, at: At) => string,
    key: Key,
    at: At,
    variant = 0,
  ): string {
    return this.#recorder === undefined
      ? render(this, key, at)
      : this.#piece(this.#recorder, { render, key, at, variant })
  }

  #piece<Key extends object, At extends RowContext>(
    recorder: Recorder,
    {
      render,
      key,
      at,
      variant,
    }: { render: (page: Page, key: Key, at: At) => string; key: Key; at: At; variant: number },
  ): string {
    const inside = (this.#hidden > 0 ? 100 : 0) + (this.#shapes > 0 ? 200 : 0)
    const { width, around } = at
    return recorder.piece(key, { width, around, variant: variant + inside }, () => render(this, key, at))
  }

  /** A row; in the editor, unchanged rows are reused. */
  row<At>(render: (page: Page, row: Row, at: At) => string, row: Row, at: At): string {
    return this.#rendered === undefined ? render(this, row, at) : this.#rowAgain(this.#rendered, render, row, at)
  }

  #rowAgain<At>(rendered: RenderedRows, render: (page: Page, row: Row, at: At) => string, row: Row, at: At): string {
    return rendered.render(this, row, () => render(this, row, at))
  }

  /** Writes data into a gap of a cached piece. The surrounding markup may depend only on whether the text `fits`. */
  gap<Source>(
    write: (values: Values, source: Source) => string,
    source: Source,
    fits?: (text: string) => boolean,
  ): string {
    return this.#recorder === undefined ? write(this.values, source) : this.#recorder.gap(write, source, fits)
  }

  /**
   * Attributes of the first element of a node: its anchor, and in the editor its marker. The rows of a module
   * instance have the marker of the instance; nodes inside them have none.
   */
  mark(node: NodeBase): string {
    const anchor = node.anchor === undefined ? '' : ` id="${escapeAttribute(node.anchor)}"`
    if (!this.isEditor || this.#marked.has(node.id)) return anchor
    this.#marked.add(node.id)
    const id = instanceOf(node.id)
    if (id !== node.id && node.type !== 'section' && node.type !== 'group') return anchor
    return `${anchor} data-n="${escapeAttribute(id)}"`
  }

  /** Link target for the node's anchor in Outlook, which supports only `name`; placed inside the node's element. */
  landing({ anchor }: NodeBase): string {
    return anchor === undefined || this.#hidden > 0 ? '' : this.mso(`<a name="${escapeAttribute(anchor)}"></a>`)
  }

  /** Styles of the node's classes, lowest first. */
  classes(node: NodeBase): readonly Style[] {
    if (node.classes === undefined) return []
    const known = this.document.theme.classes ?? {}
    const styles: Style[] = []
    for (const name of node.classes) {
      const style = Object.hasOwn(known, name) ? known[name] : undefined
      if (style !== undefined) styles.push(style)
      else this.values.warnings.add('UNKNOWN_CLASS', `The theme has no class named ${JSON.stringify(name)}.`, node.id)
    }
    return styles
  }

  /** Classes of a node that the authored style sheet uses; empty if none. */
  hooks({ classes }: Pick<NodeBase, 'classes'>): string {
    const css = this.document.head?.css
    if (classes === undefined || css === undefined) return ''
    const named = classesIn(css)
    return classes.filter((name) => named.has(name)).join(' ')
  }

  /** ` class="…" style="…"` for the parts of a style that one element renders. */
  paint(style: ComputedStyle, mobile: Style | undefined, paint: Paint, image?: string): string {
    const { palette } = this
    let css = paint.style ?? ''
    if (paint.padding !== undefined) {
      const padding = style[paint.padding]
      if (isPadded(padding)) css = addDeclaration(css, paddingDeclaration(padding))
    }
    if (paint.box) css = addBox(css, style, palette, paint.cell === true)
    if (image !== undefined && style.backgroundImage !== undefined) {
      css = addDeclaration(css, imageDeclarations(style.backgroundImage, image))
    }
    if (paint.cell && (style.minHeight !== undefined || style.valign !== undefined)) {
      css = addDeclaration(css, cellDeclarations(style, paint.box === true))
    }
    if (paint.text) css = joinRules(css, textDeclarations(style, palette))
    const own = layerClasses(this, style, mobile, paint)
    const classes = joinNames(paint.classes ?? '', own)
    if (classes === '') return css === '' ? '' : ` style="${css}"`
    return css === '' ? ` class="${classes}"` : ` class="${classes}" style="${css}"`
  }

  /** Like paint, for a style that only one element renders; its image URL may come from data in each rendering. */
  paintOnce(style: ComputedStyle, mobile: Style | undefined, paint: Paint, image?: string): string {
    return this.cache === undefined || image !== undefined || mobile?.backgroundImage !== undefined
      ? this.paint(style, mobile, paint, image)
      : this.#paintAgain(style, mobile, paint)
  }

  #paintAgain(style: ComputedStyle, mobile: Style | undefined, paint: Paint): string {
    return this.once((page, of) => page.paint(of, mobile, paint), style, anywhere)
  }

  /** URL of a background image for an attribute; undefined if there is none or it was rejected. */
  backgroundOf(style: Style): string | undefined {
    if (style.backgroundImage === undefined) return undefined
    const address = this.values.url(this.#imageOf(style.backgroundImage))
    return address === '' || address === '#' ? undefined : address
  }

  /** VML background of a box, for Outlook; `image` is a URL escaped for an attribute. */
  shapeOf(style: ComputedStyle, image: string | undefined, width?: number): Shape {
    if (image === undefined || style.backgroundImage === undefined || !this.canShape) return noShape
    const { background, backgroundImage, minHeight: height } = style
    return vmlBackground({ src: image, image: backgroundImage, color: this.palette.light(background), width, height })
  }

  enter(shape: Shape): void {
    if (shape !== noShape) this.#shapes++
  }

  leave(shape: Shape): void {
    if (shape !== noShape) this.#shapes--
  }

  /**
   * True if VML may be rendered: the content reaches Outlook and is not inside another shape, because Word does not
   * render nested ones.
   */
  get canShape(): boolean {
    return this.#hidden === 0 && this.#shapes === 0
  }

  /** True if the current content reaches Outlook on Windows. */
  get reachesOutlook(): boolean {
    return this.#hidden === 0
  }

  /** Markup only for Outlook on Windows; empty if the current content does not reach it. */
  mso(html: string): string {
    return this.#hidden > 0 ? '' : `<!--[if mso]>${html}<![endif]-->`
  }

  /** Markup for all clients except Outlook on Windows. */
  notMso(html: string): string {
    return this.#hidden > 0 ? html : `<!--[if !mso]><!-->${html}<!--<![endif]-->`
  }

  /**
   * Content for phones only: hidden from Outlook by a conditional comment. It must not contain another one, because
   * the first end mark would end both.
   */
  phoneOnly(render: () => string): string {
    this.#hidden++
    const html = render()
    this.#hidden--
    return this.notMso(html)
  }

  frameOf(width: number): RowFrame {
    return rowFrame(width, this.document.body.align)
  }

  /** Class that limits the width of a row on phones; empty where the document has no such limit. */
  phoneFrame(): string {
    const { mobileWidth } = this.document.body
    return mobileWidth === undefined ? '' : this.sheet.mobile(`max-width:${mobileWidth}px!important`)
  }

  /**
   * Counts `html` minus the content that was counted since the meter had `size`, so that nested loops stop at the
   * limit.
   */
  grow(size: number, html: string): string {
    this.meter.add(Math.max(0, html.length - (this.meter.size - size)) + 16)
    return html
  }

  /** Like backgroundOf, for a style element, which has no entities and which a `<` could end. */
  ruleAddress(image: BackgroundImage): string | undefined {
    const source = this.#imageOf(image)
    // A value that an ESP fills in could not be escaped.
    if (this.values.target === 'passthrough' && isTagged(source)) {
      const message = 'A background image of the mobile layer cannot contain merge tags that an ESP fills in.'
      this.values.warnings.add('UNSAFE_ADDRESS', message, this.values.nodeId)
      return undefined
    }
    const address = this.values.plainUrl(source).replaceAll('<', '%3C')
    return address === '' || address === '#' ? undefined : address
  }

  #imageOf({ src }: BackgroundImage): string {
    const { assets } = this.document
    return (assets !== undefined && Object.hasOwn(assets, src) ? assets[src]?.url : undefined) ?? src
  }
}

/** Joins by a space; either may be empty. */
export function joinNames(first: string, second: string): string {
  if (first === '') return second
  return second === '' ? first : `${first} ${second}`
}

const sheets = new Map<string, ReadonlySet<string>>()
const maxSheets = 50

function classesIn(css: string): ReadonlySet<string> {
  const known = sheets.get(css)
  if (known !== undefined) return known
  if (sheets.size >= maxSheets) sheets.clear()
  const names = new Set(css.match(/\.[A-Za-z][\w-]*/g)?.map((name) => name.slice(1)))
  sheets.set(css, names)
  return names
}
