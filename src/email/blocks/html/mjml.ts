import type { Block, Style } from '../../document/index.ts'
import {
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  keepHtml,
  readBox,
} from '../../mjml/index.ts'

interface Html extends Block {
  html: string
}

export const htmlMjml: BlockMjml<Html> = {
  components: { 'mj-raw': { read: readRaw } },
  write: ({ html }, context) => {
    const { align, padding = [0, 0, 0, 0] } = context.style
    const side = align === 'center' || align === 'right' ? ` align="${align}"` : ''
    return context.raw(`<tr><td data-svc="html"${side} style="padding:${context.box(padding)}">${html}</td></tr>`)
  },
}

// mj-raw in a column is HTML between its table rows.
function readRaw(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const { content } = element
  if (content === '') return []
  const attributes = reading.attributesOf(element, slot)
  const cell = onlyCell(content)
  if (cell !== undefined) return [keepHtml(reading, element, cell.html, cell.style, attributes)]
  // Rows require a table; in mjml it is the column's own.
  const html = /^<(?:tr|tbody)[\s>]/i.test(content)
    ? `<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%">${content}</table>`
    : content
  return [keepHtml(reading, element, html, {}, attributes)]
}

const oneCell =
  /^<tr><td data-svc="html"(?: align="(center|right)")? style="padding:([\d. px]{1,60})">([^]*)<\/td><\/tr>$/

// The cell of an HTML block that this service exported as a table row.
function onlyCell(content: string): { html: string; style: Style } | undefined {
  const [, align, padding, html = ''] = oneCell.exec(content) ?? []
  if (padding === undefined) return undefined
  const box = readBox({ padding }, 'padding', 0)
  return {
    html,
    style: {
      ...(box === undefined || box.every((side) => side === 0) ? {} : { padding: box }),
      ...(align === 'center' || align === 'right' ? { align } : {}),
    },
  }
}
