import { type Node, decodeEntities } from '../../document/index.ts'
import { authoredElement, markElement } from './render-marked.ts'
import type {
  AuthoredElement,
  Rendered,
  Page,
  PageHeading,
  PageImage,
  PageLink,
  Paint,
  PaintedText,
  TextRange,
} from './page.ts'
import { Painter, barePaint, noFacts } from './painter.ts'
import { scanCss } from './scan-css.ts'
import { type Attributes, type HtmlHandler, type Tag, scanHtml } from './scan-html.ts'
import type { SheetClasses } from './sheet-classes.ts'
import { type StyleFacts, styleFacts } from './style-facts.ts'

export interface ReaderOptions {
  classes: SheetClasses
  rendered: readonly Rendered[]
  nodes: ReadonlyMap<string, Node>
  /** True for nodes rendered only as a placeholder in the editor; recipients never receive them. */
  isPlaceholder(node: Node): boolean
  hasAuthoredCss: boolean
  dir: 'ltr' | 'rtl'
}

interface Frame {
  name: string
  node: Node | undefined
  paint: Paint
  link: PageLink | undefined
  heading: PageHeading | undefined
  isHidden: boolean
  /** Hidden from screen readers: letters that serve as a symbol, such as those of a badge. */
  isSilent: boolean
  /** An underline applies to all descendants, regardless of their own style (CSS Text Decoration 3, 2). */
  isUnderlined: boolean
}

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const maxDepth = 2000
/** Conditions and loops in the ESP's language; its other tags may produce text. */
const logicTag =
  /\{%-?\s*(?:if|elif|elsif|elseif|else|endif|unless|endunless|for|endfor|empty|case|when|endcase|with|endwith|set|assign|capture|endcapture|comment|endcomment|load|block|endblock|extends|autoescape|endautoescape)\b[^%]*%\}/g

/** Collects texts, links, images and headings from the tags of a page, with their inherited style. */
export class PageReader implements HtmlHandler {
  readonly #options: ReaderOptions
  readonly #painter: Painter
  readonly #texts: PaintedText[] = []
  readonly #links: PageLink[] = []
  readonly #images: PageImage[] = []
  readonly #headings: PageHeading[] = []
  readonly #authored: AuthoredElement[] = []
  readonly #sheets: { node: Node; css: string; sheet: ReturnType<typeof scanCss> }[] = []
  readonly #anchors = new Map<string, number>()
  readonly #stack: Frame[]
  /** The current html block, and the stack depth at its start. */
  #block: { node: Node; availableWidth: number; floor: number } | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#painter = new Painter(options.classes)
    const paint = barePaint(options.dir)
    this.#stack = [
      {
        name: '',
        node: undefined,
        paint,
        link: undefined,
        heading: undefined,
        isHidden: false,
        isSilent: false,
        isUnderlined: false,
      },
    ]
  }

  finish(): Page {
    return {
      texts: this.#texts,
      links: this.#links,
      images: this.#images,
      headings: this.#headings,
      authored: this.#authored,
      authoredSheets: this.#sheets,
      anchors: this.#anchors,
      rendered: this.#options.rendered,
    }
  }

  open(tag: Tag, start: number, end: number, mark: string | undefined): void {
    const { attributes, name } = tag
    const above = this.#top
    if (name === authoredElement && this.#block === undefined) return this.#readAuthored(mark)
    const node = this.#nodeOf(name, mark) ?? above.node
    const style = attributes.get('style')
    const facts = style === undefined ? noFacts : styleFacts(style)
    const place = this.#block === undefined ? undefined : { start, end }
    if (this.#block !== undefined) {
      const { node: block, availableWidth } = this.#block
      this.#authored.push({ node: block, availableWidth, name, attributes, facts, place: { start, end } })
    }
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined)
    if (id !== undefined && id !== '') this.#anchors.set(id, (this.#anchors.get(id) ?? 0) + 1)
    const isHidden =
      above.isHidden ||
      (facts.isHidden === true && !this.#painter.appears(attributes)) ||
      attributes.has('hidden') ||
      (mark !== undefined && node !== undefined && this.#options.isPlaceholder(node))
    if (name === 'img') return this.#readImage(attributes, { node, facts, link: above.link, isHidden, place })
    if (voids.has(name) || this.#stack.length > maxDepth) return
    const isStyled = this.#options.hasAuthoredCss || this.#sheets.length > 0
    const authored = this.#block === undefined ? undefined : { isStyled }
    const paint = this.#painter.paintOf({ tag, facts }, above.paint, authored)
    const link =
      name === 'a' && attributes.has('href')
        ? this.#readLink(attributes, { node, facts, paint, isHidden, place })
        : above.link
    const heading = this.#readHeading(name, node, isHidden) ?? above.heading
    const isSilent = above.isSilent || attributes.get('aria-hidden') === 'true'
    const isUnderlined = above.isUnderlined || name === 'u' || facts.isUnderlined === true
    this.#stack.push({ name, node, paint, link, heading, isHidden, isSilent, isUnderlined })
  }

  close(name: string): void {
    const floor = this.#block?.floor ?? 1
    for (let at = this.#stack.length - 1; at >= floor; at--) {
      if (this.#stack[at]?.name !== name) continue
      this.#stack.length = at
      return
    }
  }

  text(source: string): void {
    const { node, paint, link, heading, isHidden, isSilent, isUnderlined } = this.#top
    if (isHidden || !/\S/.test(source)) return
    const decoded = decodeEntities(source)
    const text = (decoded.includes('{%') ? decoded.replace(logicTag, ' ') : decoded).replace(/\s+/g, ' ')
    if (link !== undefined && !isSilent) link.text += text
    if (link !== undefined && isUnderlined) link.isUnderlined = true
    if (heading !== undefined) heading.text += text
    if (text.trim() !== '') this.#texts.push({ node, text: text.trim(), paint, link, isSilent })
  }

  raw(name: string, content: string): void {
    if (name === 'style' && this.#block !== undefined) {
      this.#sheets.push({ node: this.#block.node, css: content, sheet: scanCss(content) })
    }
    this.close(name)
  }

  get #top(): Frame {
    return this.#stack.at(-1) as Frame
  }

  #nodeOf(name: string, mark: string | undefined): Node | undefined {
    if (this.#block !== undefined) return this.#block.node
    if (mark === undefined) return undefined
    return name === markElement ? this.#options.rendered[Number(mark)]?.block : this.#options.nodes.get(mark)
  }

  #readAuthored(mark: string | undefined): void {
    const rendered = this.#options.rendered[Number(mark)]
    const { html } = (rendered?.block ?? {}) as { html?: unknown }
    if (rendered === undefined || typeof html !== 'string') return
    const floor = this.#stack.length + 1
    this.#stack.push({ ...this.#top, name: authoredElement, node: rendered.block })
    this.#block = { node: rendered.block, availableWidth: rendered.width, floor }
    scanHtml(html, this)
    this.#block = undefined
    this.#stack.length = floor - 1
  }

  #readLink(
    attributes: Attributes,
    {
      node,
      facts,
      paint,
      isHidden,
      place,
    }: { node: Node | undefined; facts: StyleFacts; paint: Paint; isHidden: boolean; place: TextRange | undefined },
  ): PageLink {
    const link: PageLink = {
      node,
      href: (attributes.get('href') ?? '').trim(),
      text: '',
      label: attributes.get('aria-label') ?? attributes.get('title'),
      alts: [],
      box: this.#painter.boxOf(attributes, facts, paint),
      isUnderlined: facts.isUnderlined ?? true,
      isSilent: isHidden || attributes.get('aria-hidden') === 'true',
      authored: place,
    }
    this.#links.push(link)
    return link
  }

  #readHeading(name: string, node: Node | undefined, isHidden: boolean): PageHeading | undefined {
    const level = name.length === 2 && name.startsWith('h') ? Number(name[1]) : Number.NaN
    if (!(level >= 1 && level <= 6) || isHidden) return undefined
    const heading: PageHeading = { node, level, text: '' }
    this.#headings.push(heading)
    return heading
  }

  #readImage(
    attributes: Attributes,
    {
      node,
      facts,
      link,
      isHidden,
      place,
    }: {
      node: Node | undefined
      facts: StyleFacts
      link: PageLink | undefined
      isHidden: boolean
      place: TextRange | undefined
    },
  ): void {
    const alt = attributes.get('alt')
    link?.alts.push(alt)
    const lengthOf = (name: string) => {
      const value = attributes.get(name)
      return value !== undefined && /^\s*\d+(\.\d+)?(px)?\s*$/.test(value) ? Number.parseFloat(value) : undefined
    }
    this.#images.push({
      node,
      src: attributes.get('src') ?? '',
      alt,
      width: lengthOf('width') ?? (place === undefined ? facts.width : undefined),
      height: lengthOf('height'),
      link,
      isHidden,
      authored: place,
    })
  }
}
