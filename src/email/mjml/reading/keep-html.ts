import { limits } from '../../../kernel/limits.ts'
import { type Style, escapeHtml } from '../../document/index.ts'
import type { InputBlock } from '../input-nodes.ts'
import type { Element } from '../source/element.ts'
import type { Attributes } from '../values/lengths.ts'
import type { Reading } from './reading.ts'

const maxHtml = limits.documentBytes

/** Keeps HTML that no block can express, unchanged. */
export function keepHtml(
  reading: Reading,
  element: Element,
  html: string,
  style: Style = {},
  attributes: Attributes = {},
): InputBlock {
  if (/<p[\s>]/i.test(html)) reading.hasAuthoredParagraphs = true
  if (html.length > maxHtml) {
    reading.warn('MJML_LIMIT', `${element.name} has more than ${maxHtml} characters of HTML and was ignored.`, element)
    return { type: 'html', html: '' }
  }
  return reading.block({ type: 'html', html }, style, attributes, element)
}

/** Escapes a value for double quotes; its character references stay. */
export function quoted(value: string): string {
  return value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

const properties = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'text-decoration',
  'text-transform',
  'color',
]

/** Text declarations of a component. */
export function cssOf(attributes: Attributes): string {
  const css = properties.flatMap((name) => {
    const value = attributes[name]
    return value === undefined || /[;"<>{}]/.test(value) ? [] : [`${name}:${value}`]
  })
  const { align } = attributes
  if (align !== undefined && /^[a-z]+$/.test(align)) css.push(`text-align:${align}`)
  return escapeHtml(css.join(';')).replaceAll('&quot;', "'")
}
