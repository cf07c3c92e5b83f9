import type { Column, EmailDocument, Group, NodeBase, Row, Section, Style } from '../../document/index.ts'
import { type BlockTypes, type ComputedStyle, inheritText } from '../../render/index.ts'
import type { MjmlBlocks } from './block-mjml.ts'
import { type MjmlAttributes, escapeText, writeElement, writeText } from './attributes.ts'
import { BlockWriter, type WriteWarning } from './write-blocks.ts'

/** MJML 5; warnings report content that is kept only as HTML or not at all. */
export interface WrittenMjml {
  mjml: string
  warnings: WriteWarning[]
}

/**
 * Converts a document to MJML that mjml compiles without errors and that readMjml converts back to the same rendering. Merge
 * tags, conditions and loops are written as Liquid; modules must be expanded before. `cdnUrl` is the prefix of URLs that
 * begin with /cdn/.
 */
export function writeMjml(
  document: EmailDocument,
  blockTypes: BlockTypes,
  mjmlBlocks: MjmlBlocks,
  { cdnUrl = '' }: { cdnUrl?: string } = {},
): WrittenMjml {
  return new Writer(document, new BlockWriter(document, blockTypes, mjmlBlocks, cdnUrl)).write()
}

// mjml has no such attribute, but gives the frame of each section the content width as an inline style.
function phoneFrame({ width, breakpoint, mobileWidth }: EmailDocument['body']): string {
  if (mobileWidth === undefined) return ''
  return `@media (max-width:${breakpoint}px){div[style*="max-width:${width}px"]{max-width:${mobileWidth}px!important}}`
}

interface WriteContext {
  /** Available width in px. */
  width: number
  around: ComputedStyle | undefined
  isInWrapper: boolean
}

class Writer {
  private readonly document: EmailDocument
  private readonly blocks: BlockWriter

  constructor(document: EmailDocument, blocks: BlockWriter) {
    this.document = document
    this.blocks = blocks
  }

  write(): WrittenMjml {
    const { meta, body, rows } = this.document
    const { paints, warnings } = this.blocks
    const context: WriteContext = { width: body.width, around: undefined, isInWrapper: false }
    const written = rows.map((row) => this.row(row, context)).join('\n')
    const { source, css } = this.blocks.raws.fill(written)
    if (this.hasDark()) this.blocks.lost('MJML does not support dark mode: its colors and images are dropped.')
    const background = paints.color(body.background)
    const attributes: MjmlAttributes = {
      lang: meta.lang,
      ...(meta.dir === undefined ? {} : { dir: meta.dir }),
    }
    const inner = `${this.head(css)}\n${writeElement('mj-body', { width: `${body.width}px`, 'background-color': background }, `\n${source}\n`)}`
    return { mjml: `${writeElement('mjml', attributes, `\n${inner}\n`)}\n`, warnings }
  }

  private head(css: string): string {
    const { meta, body, theme, head } = this.document
    const { paints } = this.blocks
    const text = writeText(
      { size: 16, lineHeight: 1.5, color: '#1f2328', font: 'Arial, Helvetica, sans-serif', ...theme.text },
      paints,
    )
    const { 'font-family': font, ...look } = text
    const fonts = [...paints.webFonts].map((name) => {
      const { family = '', href = '' } = theme.fonts[name] ?? {}
      return writeElement('mj-font', { name: family, href })
    })
    const sheets = [head?.css ?? '', css, this.blocks.phone.print(body.breakpoint), phoneFrame(body)].filter(
      (sheet) => sheet !== '',
    )
    const parts = [
      writeElement('mj-title', {}, escapeText(meta.title)),
      meta.preheader === undefined ? '' : writeElement('mj-preview', {}, escapeText(meta.preheader)),
      writeElement('mj-breakpoint', { width: `${body.breakpoint}px` }),
      ...fonts,
      writeElement(
        'mj-attributes',
        {},
        `${writeElement('mj-all', { 'font-family': font, padding: '0' })}${writeElement('mj-text', look)}`,
      ),
      ...sheets.map((sheet) => `<mj-style>${sheet.replaceAll('</mj-style', '<\\/mj-style')}</mj-style>`),
    ]
    return `<mj-head>\n${parts.filter((part) => part !== '').join('\n')}\n</mj-head>`
  }

  private hasDark(): boolean {
    const { theme, rows } = this.document
    return (
      Object.values(theme.colors).some((color) => color.dark !== undefined) || JSON.stringify(rows).includes('"dark":')
    )
  }

  private row(row: Row, context: WriteContext): string {
    if (row.parts?.html === false || (row.hide?.desktop && row.hide.mobile)) return ''
    if (row.type === 'module') {
      this.blocks.lost(`Module ${row.ref.id} was not expanded before writing.`, row.id)
      return ''
    }
    if (row.hide?.desktop) {
      this.blocks.lost('Mobile-only rows were not exported.', row.id)
      return ''
    }
    const source = row.type === 'group' ? this.group(row, context) : this.section(row, context)
    return this.blocks.withTags(row, source)
  }

  private group(group: Group, context: WriteContext): string {
    const style = this.layered(group, group.style)
    const around = inheritText(inheritText(context.around ?? {}, group.band), group.style)
    const inside = { width: context.width - inset(style), around, isInWrapper: true }
    const rows = group.rows.map((row) => this.row(row, inside)).join('\n')
    const { paints } = this.blocks
    if (group.band === undefined)
      return writeElement('mj-wrapper', { ...paints.box(style), ...this.named(group) }, rows)
    const { padding, ...frame } = style
    if (frame.background !== undefined || frame.border !== undefined) {
      this.blocks.lost('A group with a full-width background lost its inner box.', group.id)
    }
    const box = paints.box({ ...group.band, ...(padding === undefined ? {} : { padding }) })
    return writeElement('mj-wrapper', { 'full-width': 'full-width', ...box, ...this.named(group, true) }, rows)
  }

  private section(section: Section, context: WriteContext): string {
    const { band } = section
    const box = this.boxOf(section, context)
    const around = inheritText(inheritText(context.around ?? {}, band), section.box)
    const width = Math.max(1, context.width - inset(box))
    const { paints } = this.blocks
    const isHero =
      box.minHeight !== undefined && box.minHeight > 0 && section.columns.length === 1 && band === undefined
    if (isHero) return this.hero(section, box, { width, around })
    const direction = this.isBackwards(section) ? { direction: 'rtl' } : {}
    const columns = this.columns(section, width, around)
    const isFullWidth = band !== undefined && (band.background !== undefined || band.backgroundImage !== undefined)
    const isBare = box.background === undefined && box.backgroundImage === undefined
    const vertical = band?.padding === undefined || band.padding.every((side) => side === 0)
    if (isFullWidth && isBare && vertical && !context.isInWrapper) {
      const attributes = paints.box({ ...box, ...pick(band, ['background', 'backgroundImage']) })
      return writeElement(
        'mj-section',
        { 'full-width': 'full-width', ...attributes, ...direction, ...this.named(section, true) },
        columns,
      )
    }
    const source = writeElement('mj-section', { ...paints.box(box), ...direction, ...this.named(section) }, columns)
    if (band === undefined || context.isInWrapper) return source
    return writeElement('mj-wrapper', { 'full-width': 'full-width', ...paints.box(band) }, source)
  }

  private hero(section: Section, box: Style, slot: { width: number; around: ComputedStyle | undefined }): string {
    const [column] = section.columns
    const { paints } = this.blocks
    const { 'background-size': _size, 'background-repeat': _repeat, border: _border, ...attributes } = paints.box(box)
    const style = column?.style ?? {}
    const width = slot.width - inset(style)
    return writeElement(
      'mj-hero',
      {
        mode: 'fixed-height',
        height: `${box.minHeight ?? 0}px`,
        'vertical-align': box.valign ?? 'top',
        ...attributes,
        'background-color': paints.color(box.background) ?? 'transparent',
        'inner-background-color': paints.color(style.background),
        'inner-padding': style.padding === undefined ? undefined : style.padding.map((side) => `${side}px`).join(' '),
        ...this.named(section),
      },
      this.blocks.blocks(column?.blocks ?? [], { width, around: inheritText(slot.around ?? {}, column?.style) }),
    )
  }

  private columns(section: Section, width: number, around: ComputedStyle | undefined): string {
    const shown = section.columns.filter(({ hide }) => !hide?.desktop)
    const shares = columnPercents(shown, width)
    const common = shown.find(({ align }) => align !== undefined && align !== 'top')?.align ?? 'top'
    const written = shown.map((column, at) => {
      const px = ((shares[at] ?? 100) * width) / 100
      const size =
        shown.length === 1 && 'fr' in column.width
          ? undefined
          : widthOf(column, shares[at] ?? 100, section.stack === 'keep')
      return this.blocks.withTags(column, this.column(column, { px, size, align: column.align ?? common }, around))
    })
    const isTurned = section.stack === 'reverse'
    const inOrder = (isTurned ? written.toReversed() : written).join('')
    return section.stack === 'keep' && shown.length > 1
      ? writeElement('mj-group', this.groupDirection(), inOrder)
      : inOrder
  }

  private groupDirection(): MjmlAttributes {
    return this.document.meta.dir === 'rtl' ? { direction: 'rtl' } : {}
  }

  private column(
    column: Column,
    { px, size, align }: { px: number; size: string | undefined; align: string },
    around: ComputedStyle | undefined,
  ): string {
    const style = this.layered(column, column.style)
    const slot = { width: Math.max(1, px - inset(style)), around: inheritText(around ?? {}, column.style) }
    const box = this.blocks.paints.box(style)
    const attributes = { width: size, 'vertical-align': align, ...box, ...this.named(column) }
    const [only] = column.blocks
    if (column.blocks.length === 1 && only?.type === 'columns' && isPlainGroup(column, only)) {
      const columns = only['columns'] as Column[]
      const shares = columnPercents(columns, slot.width)
      const inner = columns.map((one, at) => {
        const share = shares[at] ?? 100
        return this.column(
          one,
          { px: (share * slot.width) / 100, size: `${share}%`, align: one.align ?? 'top' },
          slot.around,
        )
      })
      return writeElement(
        'mj-group',
        { width: size, 'vertical-align': align, 'background-color': box['background-color'] },
        inner.join(''),
      )
    }
    return writeElement('mj-column', attributes, this.blocks.blocks(column.blocks, slot))
  }

  private isBackwards(section: Section): boolean {
    const isRtl = this.document.meta.dir === 'rtl'
    return section.columns.length > 1 && section.stack !== 'keep' && (section.stack === 'reverse') !== isRtl
  }

  private boxOf(section: Section, { isInWrapper }: WriteContext): Style {
    const { contentBackground } = this.document.body
    const isCovered = section.band?.background !== undefined || section.band?.backgroundImage !== undefined
    const below: Style =
      contentBackground !== undefined && !isInWrapper && !isCovered ? { background: contentBackground } : {}
    return this.layered(section, { ...below, ...section.box })
  }

  private layered(node: NodeBase, style: Style | undefined): Style {
    const classes = this.document.theme.classes ?? {}
    return Object.assign({}, ...(node.classes ?? []).map((name) => classes[name]), style) as Style
  }

  private named(node: NodeBase, isFullWidth = false): MjmlAttributes {
    const { phone } = this.blocks
    const names = [...(node.classes ?? []), ...phone.ofBox(node, isFullWidth)]
    const missing = phone.missing(node, true)
    if (missing.length > 0)
      this.blocks.lost(`MJML has no mobile override for ${missing.join(', ')} of this ${node.type}.`, node.id)
    return { 'css-class': names.length === 0 ? undefined : names.join(' ') }
  }
}

function isPlainGroup(column: Column, block: { [property: string]: unknown }): boolean {
  const { background: _background, ...rest } = column.style ?? {}
  const own = (block['style'] ?? {}) as Style
  return block['stack'] === 'keep' && Object.keys(rest).length === 0 && Object.keys(own).length === 0
}

function inset({ padding, border }: Style): number {
  const side = (name: 'left' | 'right') =>
    border === undefined || (border.sides !== undefined && !border.sides.includes(name)) ? 0 : border.width
  return (padding?.[1] ?? 0) + (padding?.[3] ?? 0) + side('left') + side('right')
}

function pick(style: Style, keys: readonly (keyof Style)[]): Style {
  return Object.fromEntries(keys.filter((key) => style[key] !== undefined).map((key) => [key, style[key]]))
}

// Percentages of the row: px and pct first, fr columns share the rest.
function columnPercents(columns: readonly Column[], width: number): number[] {
  const fixed = columns.map(({ width: one }) => ('px' in one ? (one.px / width) * 100 : 'pct' in one ? one.pct : 0))
  const taken = fixed.reduce((sum, one) => sum + one, 0)
  const parts = columns.reduce((sum, { width: one }) => sum + ('fr' in one ? one.fr : 0), 0)
  const left = Math.max(0, 100 - taken)
  const shares = columns.map(({ width: one }, at) =>
    'fr' in one ? (left * one.fr) / Math.max(parts, 1e-9) : (fixed[at] ?? 0),
  )
  const total = shares.reduce((sum, one) => sum + one, 0)
  return shares.map((one) => Math.floor((total > 100 ? (one * 100) / total : one) * 1e4) / 1e4)
}

function widthOf(column: Column, share: number, isUnstacked: boolean): string {
  return 'px' in column.width && !isUnstacked ? `${column.width.px}px` : `${share}%`
}
