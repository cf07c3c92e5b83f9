import { liquidCondition, printLoop } from '../../data/index.ts'
import { blockTypes } from '../../blocks/index.ts'
import type { Block, Box, Column, EmailDocument, RichText, Style } from '../../document/index.ts'
import { type ComputedStyle, addLayer, layInherited, plainText, textProperties } from '../../render/index.ts'
import { isMjmlNetwork } from '../blocks/share-urls.ts'
import { Paints, type Written, escapeText, writeBox, writeElement, writeRadius, writeText } from './attributes.ts'
import { RawBlocks } from './raw-blocks.ts'
import { PhoneRules } from './phone-rules.ts'
import { type TextPrinting, headingCss, printInline, printList, printRich } from './rich-text.ts'

/** Something of a document that MJML cannot say. */
export interface WriteWarning {
  code: 'MJML_RAW' | 'MJML_LOST'
  message: string
  node_id?: string
}

/** Where a block stands. */
export interface BlockWidth {
  /** In px. */
  room: number
  around: ComputedStyle | undefined
}

type WriteBlock = (writer: BlockWriter, block: Block, style: ComputedStyle, slot: BlockWidth) => string | undefined

const flat: Box = [0, 0, 0, 0]

/** Writes blocks as components. */
export class BlockWriter {
  readonly paints: Paints
  readonly raws: RawBlocks
  readonly warnings: WriteWarning[] = []
  readonly printing: TextPrinting
  /** What phones need, for the style sheet. */
  readonly phone: PhoneRules
  private readonly document: EmailDocument

  constructor(document: EmailDocument, cdnUrl: string) {
    this.document = document
    this.paints = new Paints(document, cdnUrl)
    this.raws = new RawBlocks(document, cdnUrl)
    this.phone = new PhoneRules(this.paints, document.head?.css ?? '')
    this.printing = { paints: this.paints, theme: document.theme }
  }

  /** The components of a column's blocks, with the template tags around them. */
  blocks(blocks: readonly Block[], slot: BlockWidth): string {
    return blocks.map((block) => this.withTags(block, this.block(block, slot))).join('')
  }

  /** A node's source between the tags of its condition and loop, as Liquid in mj-raw. */
  withTags(node: Pick<Block, 'id' | 'when' | 'each' | 'type'>, source: string): string {
    if (source === '') return ''
    const { when, each } = node
    const condition = when === undefined ? undefined : liquidCondition(when, node.id)
    const inner = condition === undefined ? source : raw(condition.before) + source + raw(condition.after)
    // What a block repeats inside itself it has written already.
    if (each === undefined || blockTypes.get(node.type)?.repeats === 'inside') return inner
    return `${raw(`{% for ${printLoop(each)} %}`)}${inner}${raw('{% endfor %}')}`
  }

  /** The side lines begin at. */
  get start(): 'left' | 'right' {
    return this.document.meta.dir === 'rtl' ? 'right' : 'left'
  }

  /** Where a component that is no text stands. */
  side({ align }: Style): 'left' | 'center' | 'right' {
    return align === undefined || align === 'justify' ? this.start : align
  }

  lost(message: string, nodeId?: string): void {
    if (this.warnings.length < 100)
      this.warnings.push({ code: 'MJML_LOST', message, ...(nodeId === undefined ? {} : { node_id: nodeId }) })
  }

  private block(block: Block, slot: BlockWidth): string {
    if (block.parts?.html === false || (block.hide?.desktop && block.hide.mobile)) return ''
    const style = this.style(block, slot.around)
    const write = Object.hasOwn(writers, block.type) ? writers[block.type] : undefined
    const source = write?.(this, block, style, slot)
    if (source !== undefined) return source
    if (!blockTypes.has(block.type)) {
      this.lost(`Nothing is known of blocks of type ${JSON.stringify(block.type)}.`, block.id)
      return ''
    }
    this.warnings.push({
      code: 'MJML_RAW',
      message: `MJML has no component for blocks of the type ${block.type}: they are written as HTML in mj-raw.`,
      node_id: block.id,
    })
    return `<mj-raw>${this.raws.add(block, slot.room, slot.around)}</mj-raw>`
  }

  private style(block: Block, around: ComputedStyle | undefined): ComputedStyle {
    const { theme } = this.document
    const type = blockTypes.get(block.type)
    const layers = [plainText, theme.text, ...(type?.element?.(block as never, theme) ?? [])]
    for (const name of block.classes ?? []) layers.push(theme.classes?.[name])
    const below: ComputedStyle = Object.assign({}, ...layers)
    if (around !== undefined) layInherited(below, around, type?.inherits ?? textProperties)
    return addLayer(below, block.style)
  }

  /** What every component has: the room around it, what is behind its cell, and its classes. */
  cell(block: Block, { padding, background }: Style, isOwn = false): Written {
    return {
      padding: writeBox(padding ?? flat),
      'container-background-color': isOwn ? undefined : this.paints.color(background),
      'css-class': this.classes(block),
    }
  }

  private classes(block: Block): string | undefined {
    const names = [...(block.classes ?? [])]
    if (block.hide?.desktop) this.lost('Blocks for phones alone are left out.', block.id)
    names.push(...this.phone.ofBlock(block))
    const missing = this.phone.missing(block, false).filter((key) => block.type !== 'image' || key !== 'width')
    if (missing.length > 0)
      this.lost(`On phones MJML does not change ${missing.join(', ')} of this ${block.type}.`, block.id)
    return names.length === 0 ? undefined : names.join(' ')
  }
}

/** Template tags between components. */
export function raw(tags: string): string {
  return `<mj-raw>${tags}</mj-raw>`
}

const text = (content: (writer: BlockWriter, block: Block, style: ComputedStyle) => string): WriteBlock => {
  return (writer, block, style) =>
    writeElement(
      'mj-text',
      { ...writer.cell(block, style), align: style.align ?? writer.start, ...writeText(style, writer.paints) },
      content(writer, block, style),
    )
}

/** How each type of block is written; one that gives nothing, or is not here, becomes HTML in mj-raw. */
const writers: Readonly<Record<string, WriteBlock>> = {
  text: text((writer, block, style) => printRich(block['text'] as RichText, style, writer.printing)),
  heading: text((writer, block, style) => {
    const name = `h${(block['level'] as number | undefined) ?? 2}`
    const inner = printInline(block['text'] as RichText, writer.printing)
    return `<${name} style="margin:0;${headingCss(style, writer.paints)}">${inner}</${name}>`
  }),
  list: (writer, block, style, slot) => {
    if (block['marker'] !== undefined || block.each !== undefined) return undefined
    const items = (block['items'] as { text: RichText }[]).map((item) => {
      const [first] = item.text
      return first?.type === 'paragraph' && item.text.length === 1 ? { runs: first.runs } : undefined
    })
    const known = items.filter((item) => item !== undefined)
    if (known.length < items.length) return undefined
    const list = { type: 'list' as const, ordered: block['ordered'] === true, items: known }
    return text((one) => printList(list, '0', one.printing))(writer, block, style, slot)
  },
  image: writeImage,
  button: writeButton,
  divider: (writer, block, style) =>
    writeElement('mj-divider', {
      ...writer.cell(block, style),
      align: writer.side(style),
      'border-width': `${(block['thickness'] as number | undefined) ?? 1}px`,
      'border-style': (block['line'] as string | undefined) ?? 'solid',
      'border-color': writer.paints.color((block['color'] as string | undefined) ?? '#d0d7de'),
      width: typeof style.width === 'number' ? `${style.width}px` : style.width,
    }),
  spacer: (writer, block, style) =>
    writeElement('mj-spacer', { ...writer.cell(block, style), height: `${String(block['height'])}px` }),
  social: writeSocial,
  menu: writeMenu,
  html: (writer, block, style) => {
    const padding = writeBox(style.padding ?? flat)
    const slot = style.align === 'center' || style.align === 'right' ? ` align="${style.align}"` : ''
    return raw(`<tr><td data-svc="html"${slot} style="padding:${padding}">${String(block['html'])}</td></tr>`)
  },
  columns: (writer, block, _style, slot) => {
    // One column with nothing but a background is what follows blocks.
    const [only, ...others] = block['columns'] as Column[]
    const { background, ...rest } = only?.style ?? {}
    if (only === undefined || others.length > 0 || background === undefined || Object.keys(rest).length > 0)
      return undefined
    const behind = writer.paints.color(background)
    return writer
      .blocks(only.blocks, slot)
      .replace(
        /<(mj-(?:image|button|text|divider|spacer|social))(?![^>]*container-background-color)/g,
        `<$1 container-background-color="${behind ?? ''}"`,
      )
  },
}

function writeImage(writer: BlockWriter, block: Block, style: ComputedStyle, { room }: BlockWidth): string | undefined {
  const source = writer.paints.readImageUrl(String(block['src']))
  if (source === '') return ''
  if (style.background !== undefined) writer.lost('MJML draws no background behind the picture itself.', block.id)
  if (block['darkSrc'] !== undefined) writer.lost('MJML knows no other picture for dark mode.', block.id)
  const inside = room - (style.padding?.[1] ?? 0) - (style.padding?.[3] ?? 0)
  const own = (block['width'] as number | undefined) ?? writer.paints.imageWidth(String(block['src']))
  const asked = typeof style.width === 'string' ? (Number.parseFloat(style.width) * inside) / 100 : (style.width ?? own)
  const width = asked === undefined || asked >= inside ? undefined : Math.round(asked)
  const isFluid = width === undefined ? block.mobile?.width === undefined : block.mobile?.width === '100%'
  return writeElement('mj-image', {
    ...writer.cell(block, style, true),
    src: source,
    alt: String(block['alt'] ?? ''),
    href: emptyAsNone(block['href']),
    title: emptyAsNone(block['title']),
    align: writer.side(style),
    width: width === undefined ? undefined : `${width}px`,
    'border-radius': writeRadius(style.radius, style.corners),
    ...writer.paints.border(style.border),
    'fluid-on-mobile': isFluid ? 'true' : undefined,
  })
}

function emptyAsNone(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function writeButton(writer: BlockWriter, block: Block, style: ComputedStyle): string {
  const isFull = block['fullWidth'] === true || style.width === '100%'
  return writeElement(
    'mj-button',
    {
      ...writer.cell(block, style, true),
      ...writeText(style, writer.paints),
      align: writer.side(style),
      href: emptyAsNone(block['href']),
      'background-color': writer.paints.color(style.background) ?? 'transparent',
      ...writer.paints.border(style.border),
      'border-radius': writeRadius(style.radius, style.corners) ?? '0',
      'inner-padding': writeBox(style.innerPadding ?? flat),
      width: isFull ? '100%' : typeof style.width === 'number' ? `${style.width}px` : undefined,
    },
    escapeText(String(block['label'] ?? '')),
  )
}

interface SocialItem {
  network: string
  href: string
  label?: string
  src?: string
  color?: string
}

const mjmlNames: Readonly<Record<string, string>> = { website: 'web' }

function writeSocial(writer: BlockWriter, block: Block, style: ComputedStyle): string | undefined {
  const items = block['items'] as SocialItem[]
  const nameOf = ({ network }: SocialItem) => mjmlNames[network.toLowerCase()] ?? network.toLowerCase()
  const isKnown = items.every((item) => item.src !== undefined || isMjmlNetwork(nameOf(item)))
  if (!isKnown || (block['look'] !== undefined && block['look'] !== 'color')) return undefined
  const size = (block['size'] as number | undefined) ?? 32
  const elements = items.map((item) =>
    writeElement(
      'mj-social-element',
      {
        name: isMjmlNetwork(nameOf(item)) ? `${nameOf(item)}-noshare` : undefined,
        href: emptyAsNone(item.href),
        src: item.src === undefined ? undefined : writer.paints.readImageUrl(item.src),
        alt: item.src === undefined ? undefined : item.network,
        'background-color': writer.paints.color(item.color),
      },
      escapeText(item.label ?? ''),
    ),
  )
  return writeElement(
    'mj-social',
    {
      ...writer.cell(block, style),
      ...writeText(style, writer.paints),
      align: writer.side(style),
      mode: block['layout'] === 'stack' ? 'vertical' : 'horizontal',
      'icon-size': `${size}px`,
      'border-radius': `${(block['radius'] as number | undefined) ?? Math.round(size / 2)}px`,
      'inner-padding': writeBox(style.innerPadding ?? [2, 4, 2, 4]),
    },
    elements.join(''),
  )
}

function writeMenu(writer: BlockWriter, block: Block, style: ComputedStyle): string | undefined {
  if (block['layout'] === 'stack' || emptyAsNone(block['separator']) !== undefined || style.background !== undefined)
    return undefined
  const items = block['items'] as { label: string; href: string }[]
  const look: Written = {
    ...writeText(style, writer.paints),
    'text-transform': style.transform ?? 'none',
    'text-decoration': style.decoration === 'underline' ? 'underline' : 'none',
    padding: writeBox(style.innerPadding ?? flat),
  }
  const links = items.map((item) =>
    writeElement('mj-navbar-link', { href: emptyAsNone(item.href), ...look }, escapeText(item.label)),
  )
  const { 'container-background-color': _none, ...cell } = writer.cell(block, style)
  return writeElement('mj-navbar', { ...cell, align: writer.side(style) }, links.join(''))
}
