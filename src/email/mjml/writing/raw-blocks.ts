import type { Block, EmailDocument, Section, Style } from '../../document/index.ts'
import { type BlockTypes, type ComputedStyle, renderEmail, textProperties } from '../../render/index.ts'

interface Raw {
  block: Block
  width: number
  around: ComputedStyle | undefined
}

/** Blocks without an MJML component: our renderer renders all of them at once, and the results are inserted as mj-raw. */
export class RawBlocks {
  private readonly document: EmailDocument
  private readonly blockTypes: BlockTypes
  private readonly cdnUrl: string
  private readonly blocks: Raw[] = []

  constructor(document: EmailDocument, blockTypes: BlockTypes, cdnUrl: string) {
    this.document = document
    this.blockTypes = blockTypes
    this.cdnUrl = cdnUrl
  }

  /** Adds a block with its available width in px and the inherited text style; returns a placeholder for `fill`. */
  add(block: Block, width: number, around: ComputedStyle | undefined): string {
    this.blocks.push({ block, width, around })
    return mark(this.blocks.length - 1)
  }

  /** Replaces the placeholders with the rendered blocks; `css` is the style sheet they need. */
  fill(source: string): { source: string; css: string } {
    if (this.blocks.length === 0) return { source, css: '' }
    const { dir, lang } = this.document.meta
    const html =
      renderEmail(
        {
          ...this.document,
          meta: { title: '', lang, ...(dir === undefined ? {} : { dir }) },
          head: {},
          rows: this.blocks.map((raw, at) => rowOf(raw, at, this.blockTypes)),
        },
        this.blockTypes,
        { target: 'passthrough', outputs: ['html'], cdnUrl: this.cdnUrl },
      ).html ?? ''
    const css = renamed(sheetOf(html))
    const filled = this.blocks.reduce((text, _, at) => text.replace(mark(at), () => rowsOf(html, at)), source)
    return { source: filled, css }
  }
}

// The style element at the end of the head, without the rule for links that Apple Mail generates from data.
function sheetOf(html: string): string {
  const start = html.indexOf('<style>')
  const end = html.indexOf('</style></head>', start)
  if (start < 0 || end < 0) return ''
  const css = html.slice(start + '<style>'.length, end)
  const rule = css.indexOf('[x-apple')
  const close = rule < 0 ? -1 : css.indexOf('}', rule)
  return css.slice(close + 1)
}

function mark(at: number): string {
  return `<!--svc-block-${at}-->`
}

const edge = (name: string, at: number): Block => ({ id: `${name}-${at}`, type: 'html', html: `<!--${name}-${at}-->` })

function rowOf({ block, width, around }: Raw, at: number, blockTypes: BlockTypes): Section {
  // The caller writes the condition and the loop, except for a loop inside the block.
  const { when: _when, ...always } = block
  const { each: _each, ...once } = always
  const shown = blockTypes.get(block.type)?.repeats === 'inside' ? always : once
  const style: Style = Object.fromEntries(
    textProperties.filter((name) => around?.[name] !== undefined).map((name) => [name, around?.[name]]),
  )
  return {
    id: `svc-row-${at}`,
    type: 'section',
    stack: 'stack',
    columns: [
      {
        id: `svc-column-${at}`,
        type: 'column',
        width: { px: Math.max(1, Math.round(width)) },
        blocks: [edge('svc-from', at), shown as Block, edge('svc-to', at)],
        ...(Object.keys(style).length === 0 ? {} : { style }),
      },
    ],
  }
}

function rowsOf(html: string, at: number): string {
  const from = html.indexOf('</tr>', html.indexOf(`<!--svc-from-${at}-->`)) + 5
  const to = html.lastIndexOf('<tr', html.indexOf(`<!--svc-to-${at}-->`))
  return html
    .slice(from, to)
    .replace(
      / class="([^"]*)"/g,
      (_, names: string) => ` class="${names.replace(/(^| )([cmd]\d+)(?= |$)/g, '$1svc-$2')}"`,
    )
}

// The renderer numbers its classes, and would reuse the numbers when the result is read again.
function renamed(css: string): string {
  return css.replace(/\.([cmd]\d+)(?=[\s{,.:])/g, '.svc-$1')
}
