import { ignoresZero } from '../../web/index.ts'
import type { Element } from '../read/element.ts'
import { type Declaration, readDeclarations } from './declarations.ts'

const sized = new Set(['table', 'td', 'th', 'img', 'hr', 'col', 'video', 'tr', 'tbody', 'input'])
const fontSizes = ['10px', '10px', '13px', '16px', '18px', '24px', '32px', '48px']

/** Presentational attributes (HTML, section 15.3); their specificity is below every rule of the page. */
export function attributeDeclarations(element: Element): readonly Declaration[] {
  const { name, attributes } = element
  const css: string[] = []
  const add = (property: string, value: string | undefined) => {
    if (value !== undefined && value !== '') css.push(`${property}:${value}`)
  }
  if (sized.has(name)) {
    for (const side of ['width', 'height'] as const) {
      const length = lengthOf(attributes[side])
      if (length === undefined || Number.parseFloat(length) !== 0 || !ignoresZero(name, side)) add(side, length)
    }
  }
  add('background-color', colorOf(attributes['bgcolor']))
  if (attributes['background'] !== undefined) add('background-image', urlOf(attributes['background']))
  if (name === 'td' || name === 'th') addCell(element, add)
  if (name === 'table') {
    add('border-spacing', lengthOf(attributes['cellspacing']))
    const border = lengthOf(attributes['border'])
    if (border !== undefined && border !== '0px') add('border', `${border} outset #808080`)
  }
  addAlignment(element, add)
  add('vertical-align', attributes['valign']?.toLowerCase())
  add('direction', attributes['dir']?.toLowerCase())
  if (attributes['nowrap'] !== undefined) add('white-space', 'nowrap')
  if (attributes['hidden'] !== undefined) add('display', 'none')
  if (name === 'font') addFont(attributes, add)
  if (name === 'body') add('color', colorOf(attributes['text']))
  if (name === 'ol' || name === 'ul' || name === 'li') add('list-style-type', markerOf(attributes['type']))
  return css.length === 0 ? [] : readDeclarations(css.join(';'))
}

/** Alignment of child blocks by an `align` attribute; `text-align` affects text only. */
export function blockAlignOf({ name, attributes }: Element): 'left' | 'center' | 'right' | undefined {
  const align = attributes['align']?.toLowerCase()
  if (name === 'center') return 'center'
  if (name === 'table' || name === 'img') return undefined
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined
}

type Add = (property: string, value: string | undefined) => void

function addAlignment({ name, attributes }: Element, add: Add): void {
  const align = attributes['align']?.toLowerCase()
  if (align === undefined) return
  if (name === 'table') {
    if (align === 'center') add('margin', '0 auto')
    else if (align === 'left' || align === 'right') add('float', align)
  } else if (name === 'img') {
    if (align === 'left' || align === 'right') add('float', align)
    else add('vertical-align', align === 'absmiddle' ? 'middle' : align)
  } else if (name === 'hr') {
    if (align !== 'center') add(align === 'left' ? 'margin-left' : 'margin-right', '0')
  } else add('text-align', align)
}

function addCell(element: Element, add: Add): void {
  let table = element.parent
  while (table !== undefined && table.name !== 'table') table = table.parent
  const padding = lengthOf(table?.attributes['cellpadding'])
  add('padding', padding)
  const border = table?.attributes['border']
  if (border !== undefined && border !== '0') add('border', '1px inset #808080')
}

function addFont(attributes: Element['attributes'], add: Add): void {
  add('color', colorOf(attributes['color']))
  add('font-family', attributes['face'])
  add('font-size', fontSizes[Number.parseInt(attributes['size'] ?? '', 10)])
}

function lengthOf(value: string | undefined): string | undefined {
  const [, digits, unit = ''] = /^\s*(\d*\.?\d+)\s*(%|px)?/.exec(value ?? '') ?? []
  return digits === undefined ? undefined : `${digits}${unit === '%' ? '%' : 'px'}`
}

// Legacy pages omit the number sign.
function colorOf(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? `#${value}` : value
}

function urlOf(address: string): string {
  return `url('${address.replaceAll("'", '%27').replaceAll('(', '%28').replaceAll(')', '%29')}')`
}

function markerOf(type: string | undefined): string | undefined {
  const markers: Record<string, string> = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' }
  return type === undefined ? undefined : (markers[type] ?? (type === '1' ? 'decimal' : type.toLowerCase()))
}
