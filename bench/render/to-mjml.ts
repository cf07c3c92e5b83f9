/**
 * The same email as MJML source, so that both renderers render the same content: texts, images, links, columns,
 * colors and paddings. Data is put in before, because MJML has no data language.
 */
import {
  type Scope,
  childScope,
  createScope,
  isTrue,
  itemsOf,
  parseTagged,
  readTag,
} from '../../src/email/data/index.ts'
import type {
  Block,
  Box,
  Column,
  EmailDocument,
  RichText,
  Row,
  Run,
  Section,
  Style,
} from '../../src/email/document/index.ts'

const escape = (text: unknown) =>
  String(text ?? '').replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** Writes the document with its data as MJML 5 source. */
export function toMjml(document: EmailDocument, data: unknown): string {
  return new Writer(document).write(createScope(data))
}

class Writer {
  readonly document: EmailDocument

  constructor(document: EmailDocument) {
    this.document = document
  }

  write(scope: Scope): string {
    const { meta, body, theme } = this.document
    const text = theme.text ?? {}
    return `<mjml lang="${meta.lang}"><mj-head><mj-title>${escape(this.tagged(meta.title, scope))}</mj-title><mj-preview>${escape(this.tagged(meta.preheader ?? '', scope))}</mj-preview><mj-breakpoint width="${body.breakpoint}px" /><mj-attributes><mj-all font-family="${escape(this.font(text.font))}" /><mj-text font-size="${text.size ?? 16}px" color="${this.color(text.color) ?? '#000000'}" line-height="${text.lineHeight ?? 1.5}" /></mj-attributes></mj-head><mj-body width="${body.width}px"${this.attribute('background-color', this.color(body.background))}>${this.document.rows.map((row) => this.row(row, scope)).join('')}</mj-body></mjml>`
  }

  row(row: Row, scope: Scope): string {
    if (row.type === 'module' || !this.shown(row, scope)) return ''
    return this.repeated(row, scope, (inner) =>
      row.type === 'group'
        ? `<mj-wrapper padding="0"${this.boxAttributes(row.style ?? {})}>${row.rows.map((section) => this.row(section, inner)).join('')}</mj-wrapper>`
        : this.section(row as Section, inner),
    )
  }

  section(section: Section, scope: Scope): string {
    const band = section.band ?? {}
    const box = section.box ?? {}
    const fullWidth = band.background || band.backgroundImage ? ' full-width="full-width"' : ''
    const style = { ...band, ...box, padding: box.padding ?? band.padding ?? ([0, 0, 0, 0] as Box) }
    const columns = section.columns.map((column) => this.column(column, section.columns, scope)).join('')
    const content = section.stack === 'keep' ? `<mj-group>${columns}</mj-group>` : columns
    return `<mj-section${fullWidth}${this.boxAttributes(style)}${section.stack === 'reverse' ? ' direction="rtl"' : ''}>${content}</mj-section>`
  }

  column(column: Column, all: Column[], scope: Scope): string {
    const total = all.reduce((sum, other) => sum + ('fr' in other.width ? other.width.fr : 0), 0)
    const { width } = column
    const size =
      'px' in width ? `${width.px}px` : 'pct' in width ? `${width.pct}%` : `${((100 * width.fr) / total).toFixed(2)}%`
    return `<mj-column width="${size}" vertical-align="${column.align ?? 'top'}"${this.boxAttributes(column.style ?? {})}>${column.blocks.map((block) => this.block(block, scope)).join('')}</mj-column>`
  }

  block(block: Block, scope: Scope): string {
    if (!this.shown(block, scope)) return ''
    return this.repeated(block, scope, (inner) => this.content(block, inner))
  }

  content(block: Block, scope: Scope): string {
    const style = this.style(block)
    const cell = ` padding="${this.box(style.padding ?? [0, 0, 0, 0])}"${this.attribute('container-background-color', this.color(style.background))}${this.attribute('align', style.align)}`
    const type = `${this.attribute('font-size', style.size === undefined ? undefined : `${style.size}px`)}${this.attribute('font-weight', style.weight)}${this.attribute('color', this.color(style.color))}${this.attribute('line-height', style.lineHeight)}${this.attribute('font-family', style.font === undefined ? undefined : this.font(style.font))}`
    const say = (value: unknown) => this.tagged(String(value ?? ''), scope)
    switch (block.type) {
      case 'heading':
        return `<mj-text${cell}${type}><h${block['level']} style="margin:0;font-size:inherit;line-height:inherit">${this.rich(block['text'] as RichText, scope, true)}</h${block['level']}></mj-text>`
      case 'text':
        return `<mj-text${cell}${type}>${this.rich(block['text'] as RichText, scope)}</mj-text>`
      case 'list':
        return `<mj-text${cell}${type}><ul>${(block['items'] as { text: RichText }[]).map((item) => `<li>${this.rich(item.text, scope, true)}</li>`).join('')}</ul></mj-text>`
      case 'image':
      case 'video':
        return this.image(
          say(block['src'] ?? block['poster']),
          say(block['alt']),
          say(block['href']),
          `${cell}${this.attribute('width', typeof block['width'] === 'number' ? `${block['width']}px` : undefined)}`,
        )
      case 'button':
        return `<mj-button href="${escape(say(block['href']))}"${cell}${type}${this.attribute('background-color', this.color(style.background))}${this.attribute('border-radius', style.radius === undefined ? undefined : `${style.radius}px`)} inner-padding="${this.box(style.innerPadding ?? [12, 24, 12, 24])}">${escape(say(block['label']))}</mj-button>`
      case 'divider':
        return `<mj-divider${cell} border-width="${block['thickness'] ?? 1}px" border-color="${this.color(block['color'] as string) ?? '#dddddd'}" />`
      case 'spacer':
        return `<mj-spacer height="${block['height']}px" />`
      case 'social':
        return `<mj-social mode="horizontal"${cell}>${(block['items'] as { network: string; href: string }[]).map((item) => `<mj-social-element name="${item.network}" href="${escape(say(item.href))}"></mj-social-element>`).join('')}</mj-social>`
      case 'menu':
        return `<mj-navbar${cell}>${(block['items'] as { label: string; href: string }[]).map((item) => `<mj-navbar-link href="${escape(say(item.href))}"${type}>${escape(say(item.label))}</mj-navbar-link>`).join('')}</mj-navbar>`
      case 'icons':
        return `<mj-text${cell}>${(block['items'] as { src: string; alt: string; label?: string }[]).map((item) => `<img src="${escape(item.src)}" alt="${escape(say(item.alt))}" width="${block['size'] ?? 24}" /> ${escape(say(item.label))}`).join(' ')}</mj-text>`
      case 'table':
        return `<mj-table${cell}${type}>${this.tableRows(block, scope)}</mj-table>`
      case 'countdown':
        return `<mj-table${cell}${type}><tr><td>00</td><td>00</td><td>00</td><td>00</td></tr></mj-table>`
      case 'product':
        return `${this.image(say(block['image']), say(block['alt']), say(block['href']), cell)}<mj-text${cell}${type}><strong>${escape(say(block['title']))}</strong><br />${escape(say(block['description']))}<br />${escape(say(block['price']))} <s>${escape(say(block['compareAtPrice']))}</s></mj-text>${block['buttonLabel'] ? `<mj-button${cell} href="${escape(say(block['href']))}">${escape(say(block['buttonLabel']))}</mj-button>` : ''}`
      case 'columns':
        // MJML nests no columns: their blocks follow each other, which asks less of it than of us.
        return (block['columns'] as Column[])
          .flatMap((column) => column.blocks.map((inner) => this.block(inner, scope)))
          .join('')
      case 'code':
        return `<mj-text${cell}${type}><pre>${escape(block['code'])}</pre></mj-text>`
      case 'html':
        return `<mj-raw>${String(block['html'])}</mj-raw>`
      default:
        throw new Error(`No MJML counterpart for ${block.type}`)
    }
  }

  image(src: string, alt: string, href: string, attributes: string): string {
    return `<mj-image src="${escape(src)}" alt="${escape(alt)}"${href ? ` href="${escape(href)}"` : ''}${attributes} />`
  }

  tableRows(block: Block, scope: Scope): string {
    const cells = (row: RichText[], tag: string, inner: Scope) =>
      `<tr>${row.map((cell) => `<${tag} style="padding:8px 0">${this.rich(cell, inner, true)}</${tag}>`).join('')}</tr>`
    const head = block['head'] ? cells(block['head'] as RichText[], 'th', scope) : ''
    return head + (block['rows'] as RichText[][]).map((row) => cells(row, 'td', scope)).join('')
  }

  rich(rich: RichText, scope: Scope, inline = false): string {
    return rich
      .map((part) => {
        if (part.type === 'list') {
          return `<ul>${part.items.map((item) => `<li>${this.runs(item.runs, scope)}</li>`).join('')}</ul>`
        }
        return inline ? this.runs(part.runs, scope) : `<p>${this.runs(part.runs, scope)}</p>`
      })
      .join('')
  }

  runs(runs: Run[], scope: Scope): string {
    return runs
      .map((run) => {
        if ('break' in run) return '<br />'
        let text = escape('text' in run ? run.text : readTag(run.tag, scope, {}).text)
        if (run.bold) text = `<strong>${text}</strong>`
        if (run.italic) text = `<em>${text}</em>`
        if (run.link) text = `<a href="${escape(this.tagged(run.link.href ?? '#', scope))}">${text}</a>`
        return text
      })
      .join('')
  }

  shown(node: { when?: Block['when'] }, scope: Scope): boolean {
    return node.when === undefined || isTrue(node.when, scope)
  }

  repeated(node: { each?: Block['each'] }, scope: Scope, render: (scope: Scope) => string): string {
    const { each } = node
    if (!each) return render(scope)
    const { items } = itemsOf(each, scope)
    return items.map((item, index) => render(childScope(scope, each.as, item, index, items.length))).join('')
  }

  style(block: Block): Style {
    const { theme } = this.document
    const level = block['level'] as 1 | 2 | 3 | 4
    const element =
      block.type === 'heading' ? theme.headings?.[level] : block.type === 'button' ? theme.button : undefined
    const classes = (block.classes ?? []).map((name) => theme.classes?.[name] ?? {})
    return Object.assign({}, theme.text, element, ...classes, block.style) as Style
  }

  tagged(source: string, scope: Scope): string {
    return parseTagged(source)
      .parts.map((part) => (typeof part === 'string' ? part : readTag(part, scope, {}).text))
      .join('')
  }

  boxAttributes(style: Style): string {
    return ` padding="${this.box(style.padding ?? [0, 0, 0, 0])}"${this.attribute('background-color', this.color(style.background))}${this.attribute('background-url', style.backgroundImage?.src)}${this.attribute('border-radius', style.radius === undefined ? undefined : `${style.radius}px`)}`
  }

  box(box: Box): string {
    return box.map((side) => `${side}px`).join(' ')
  }

  font(font: string | undefined): string {
    const named = font?.startsWith('$font.') ? this.document.theme.fonts[font.slice(6)] : undefined
    return named ? `${named.family}, ${named.fallback}` : (font ?? 'Arial, sans-serif')
  }

  color(color: string | undefined): string | undefined {
    return color?.startsWith('$color.') ? this.document.theme.colors[color.slice(7)]?.light : color
  }

  attribute(name: string, value: unknown): string {
    return value === undefined ? '' : ` ${name}="${escape(value)}"`
  }
}
