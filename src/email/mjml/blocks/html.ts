import { limits } from '../../../kernel/limits.ts'
import type { Style } from '../../document/index.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { type Attributes, readBox } from '../values/lengths.ts'

const maxHtml = limits.documentBytes

/** What no block can say, as it stands. */
export function keepHtml(
  reading: Reading,
  element: Element,
  html: string,
  style: Style = {},
  attributes: Attributes = {},
): LooseBlock {
  if (/<p[\s>]/i.test(html)) reading.hasAuthoredParagraphs = true
  if (html.length > maxHtml) {
    reading.warn(
      'MJML_LIMIT',
      `${element.name} holds more than ${maxHtml} characters of HTML and is left out.`,
      element,
    )
    return { type: 'html', html: '' }
  }
  return reading.block({ type: 'html', html }, style, attributes, element)
}

/** mj-raw: HTML between the rows of a column. */
export function readRaw(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const { content } = element
  if (content === '') return []
  const attributes = reading.attributesOf(element, slot)
  const cell = onlyCell(content)
  if (cell !== undefined) return [keepHtml(reading, element, cell.html, cell.style, attributes)]
  // Rows need a table around them, which in mjml is the column's own.
  const html = /^<(?:tr|tbody)[\s>]/i.test(content)
    ? `<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%">${content}</table>`
    : content
  return [keepHtml(reading, element, html, {}, attributes)]
}

const oneCell =
  /^<tr><td data-svc="html"(?: align="(center|right)")? style="padding:([\d. px]{1,60})">([^]*)<\/td><\/tr>$/

// What was written as the cell of a block of HTML is that cell.
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
