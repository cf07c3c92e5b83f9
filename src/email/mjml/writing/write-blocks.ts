import { liquidCondition, printLoop } from '../../data/index.ts'
import type { Block, Box, EmailDocument, Style } from '../../document/index.ts'
import {
  type BlockTypes,
  type ComputedStyle,
  addLayer,
  assignInherited,
  plainText,
  textProperties,
} from '../../render/index.ts'
import type { MjmlBlocks, MjmlContext } from './block-mjml.ts'
import {
  type MjmlAttributes,
  Paints,
  escapeText,
  writeBox,
  writeElement,
  writeRadius,
  writeText,
} from './attributes.ts'
import { RawBlocks } from './raw-blocks.ts'
import { PhoneRules } from './phone-rules.ts'
import { type TextPrinting, headingCss, printInline, printList, printRich } from './rich-text.ts'

/** A part of a document that MJML cannot express. */
export interface WriteWarning {
  code: 'MJML_RAW' | 'MJML_LOST'
  message: string
  node_id?: string
}

export interface BlockWidth {
  /** In px. */
  width: number
  around: ComputedStyle | undefined
}

const flat: Box = [0, 0, 0, 0]

export class BlockWriter {
  readonly paints: Paints
  readonly raws: RawBlocks
  readonly warnings: WriteWarning[] = []
  readonly printing: TextPrinting
  /** Phone rules for the style sheet. */
  readonly phone: PhoneRules
  private readonly document: EmailDocument
  private readonly blockTypes: BlockTypes
  private readonly mjmlBlocks: MjmlBlocks

  constructor(document: EmailDocument, blockTypes: BlockTypes, mjmlBlocks: MjmlBlocks, cdnUrl: string) {
    this.document = document
    this.blockTypes = blockTypes
    this.mjmlBlocks = mjmlBlocks
    this.paints = new Paints(document, cdnUrl)
    this.raws = new RawBlocks(document, blockTypes, cdnUrl)
    this.phone = new PhoneRules(this.paints, document.head?.css ?? '')
    this.printing = { paints: this.paints, theme: document.theme }
  }

  /** The components of a column's blocks, with the template tags around them. */
  blocks(blocks: readonly Block[], slot: BlockWidth): string {
    return blocks.map((block) => this.withTags(block, this.block(block, slot))).join('')
  }

  /** Wraps a node's source in the tags of its condition and loop, as Liquid in mj-raw. */
  withTags(node: Pick<Block, 'id' | 'when' | 'each' | 'type'>, source: string): string {
    if (source === '') return ''
    const { when, each } = node
    const condition = when === undefined ? undefined : liquidCondition(when, node.id)
    const inner = condition === undefined ? source : raw(condition.before) + source + raw(condition.after)
    // A block that repeats its content has already written its loop.
    if (each === undefined || this.blockTypes.get(node.type)?.repeats === 'inside') return inner
    return `${raw(`{% for ${printLoop(each)} %}`)}${inner}${raw('{% endfor %}')}`
  }

  /** The start side of text lines. */
  get start(): 'left' | 'right' {
    return this.document.meta.dir === 'rtl' ? 'right' : 'left'
  }

  /** Horizontal alignment of a component without text. */
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
    const source = this.mjmlBlocks.get(block.type)?.write?.(block, this.contextOf(block, style, slot))
    if (source !== undefined) return source
    if (!this.blockTypes.has(block.type)) {
      this.lost(`Unknown block type ${JSON.stringify(block.type)}.`, block.id)
      return ''
    }
    this.warnings.push({
      code: 'MJML_RAW',
      message: `MJML has no component for ${block.type} blocks: they were exported as HTML in mj-raw.`,
      node_id: block.id,
    })
    return `<mj-raw>${this.raws.add(block, slot.width, slot.around)}</mj-raw>`
  }

  private contextOf(block: Block, style: ComputedStyle, slot: BlockWidth): MjmlContext {
    const { paints, printing } = this
    const cell = () => this.cell(block, style)
    const text = () => writeText(style, paints)
    const border = () => paints.border(style.border)
    const radius = () => writeRadius(style.radius, style.corners)
    return {
      style,
      width: slot.width,
      side: this.side(style),
      cell,
      text,
      border,
      radius,
      frame: () => ({
        ...border(),
        'border-radius': radius() ?? '0',
        'inner-padding': writeBox(style.innerPadding ?? flat),
      }),
      color: (value) => paints.color(value),
      box: writeBox,
      imageUrl: (source) => paints.readImageUrl(source),
      imageWidth: (source) => paints.imageWidth(source),
      raw,
      escape: escapeText,
      component: writeElement,
      mjText: (html) => writeElement('mj-text', { ...cell(), align: style.align ?? this.start, ...text() }, html),
      richText: (rich) => printRich(rich, style, printing),
      inlineText: (rich) => printInline(rich, printing),
      list: (list) => printList(list, '0', printing),
      headingCss: () => headingCss(style, paints),
      blocks: (blocks) => this.blocks(blocks, slot),
      lost: (message) => this.lost(message, block.id),
    }
  }

  private style(block: Block, around: ComputedStyle | undefined): ComputedStyle {
    const { theme } = this.document
    const type = this.blockTypes.get(block.type)
    const layers = [plainText, theme.text, ...(type?.element?.(block as never, theme) ?? [])]
    for (const name of block.classes ?? []) layers.push(theme.classes?.[name])
    const below: ComputedStyle = Object.assign({}, ...layers)
    if (around !== undefined) assignInherited(below, around, type?.inherits ?? textProperties)
    return addLayer(below, block.style)
  }

  private cell(block: Block, { padding, background }: Style): MjmlAttributes {
    const isPainted = this.mjmlBlocks.get(block.type)?.paintsBackground === true
    return {
      padding: writeBox(padding ?? flat),
      'container-background-color': isPainted ? undefined : this.paints.color(background),
      'css-class': this.classes(block),
    }
  }

  private classes(block: Block): string | undefined {
    const names = [...(block.classes ?? [])]
    if (block.hide?.desktop) this.lost('Mobile-only blocks were not exported.', block.id)
    names.push(...this.phone.ofBlock(block))
    const missing = this.phone.missing(block, false).filter((key) => block.type !== 'image' || key !== 'width')
    if (missing.length > 0)
      this.lost(`MJML has no mobile override for ${missing.join(', ')} of this ${block.type}.`, block.id)
    return names.length === 0 ? undefined : names.join(' ')
  }
}

/** Template tags between components. */
export function raw(tags: string): string {
  return `<mj-raw>${tags}</mj-raw>`
}
