import { ignoresZero } from '../../web/index.ts'
import type { Element } from '../tree/dom.ts'
import { readLegacyColor } from './values.ts'

/** Default styles of browsers (HTML 15.3), limited to those visible in an email. */
const byElement: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  p: block('1em'),
  h1: heading('2em', '0.67em'),
  h2: heading('1.5em', '0.83em'),
  h3: heading('1.17em', '1em'),
  h4: heading('1em', '1.33em'),
  h5: heading('0.83em', '1.67em'),
  h6: heading('0.67em', '2.33em'),
  ul: { ...block('1em'), 'padding-left': '40px' },
  ol: { ...block('1em'), 'padding-left': '40px' },
  dl: block('1em'),
  dd: { 'margin-left': '40px' },
  blockquote: { ...block('1em'), 'margin-left': '40px', 'margin-right': '40px' },
  figure: { ...block('1em'), 'margin-left': '40px', 'margin-right': '40px' },
  pre: { ...block('1em'), 'font-family': 'monospace', 'font-size': '13px', 'white-space': 'pre' },
  code: { 'font-family': 'monospace' },
  tt: { 'font-family': 'monospace' },
  b: { 'font-weight': '700' },
  strong: { 'font-weight': '700' },
  th: { 'font-weight': '700', 'text-align': 'center', 'vertical-align': 'middle' },
  td: { 'vertical-align': 'middle' },
  i: { 'font-style': 'italic' },
  em: { 'font-style': 'italic' },
  cite: { 'font-style': 'italic' },
  address: { 'font-style': 'italic' },
  u: { 'text-decoration': 'underline' },
  ins: { 'text-decoration': 'underline' },
  s: { 'text-decoration': 'line-through' },
  strike: { 'text-decoration': 'line-through' },
  del: { 'text-decoration': 'line-through' },
  small: { 'font-size': '0.833em' },
  big: { 'font-size': '1.2em' },
  sub: { 'font-size': '0.833em', 'vertical-align': 'sub' },
  sup: { 'font-size': '0.833em', 'vertical-align': 'super' },
  center: { 'text-align': 'center' },
  body: { 'margin-top': '8px', 'margin-right': '8px', 'margin-bottom': '8px', 'margin-left': '8px' },
}

function block(margin: string): Record<string, string> {
  return { 'margin-top': margin, 'margin-bottom': margin }
}

function heading(size: string, margin: string): Record<string, string> {
  return { 'font-size': size, 'font-weight': '700', ...block(margin) }
}

const fontSizes = ['', '10px', '13px', '16px', '18px', '24px', '32px', '48px']

/** Declarations below all author styles: browser defaults, and attributes mapped to CSS (HTML 15.3). */
export function defaultsOf({ name, attributes }: Element): Record<string, string> {
  const out: Record<string, string> = { ...(Object.hasOwn(byElement, name) ? byElement[name] : undefined) }
  if (name === 'a' && attributes['href'] !== undefined) {
    out['color'] = '#0000ee'
    out['text-decoration'] = 'underline'
  }
  for (const attribute of Object.keys(attributes)) {
    const value = attributes[attribute] ?? ''
    if (value !== '') addAttribute(out, name, attribute, value)
  }
  return out
}

function addAttribute(out: Record<string, string>, name: string, attribute: string, value: string): void {
  switch (attribute) {
    case 'bgcolor': {
      const color = readLegacyColor(value)
      if (color !== undefined) out['background-color'] = color
      return
    }
    case 'background':
      out['background-image'] = `url("${value.replaceAll('"', '%22')}")`
      return
    case 'align':
      if (name !== 'table' && name !== 'img' && /^(?:left|center|right|justify)$/i.test(value)) {
        out['text-align'] = value.toLowerCase()
      }
      return
    case 'dir':
      out['direction'] = value.toLowerCase()
      return
    case 'valign':
      out['vertical-align'] = value.toLowerCase()
      return
    case 'width':
    case 'height':
      if (Number.parseFloat(value) === 0 && ignoresZero(name, attribute)) return
      if (/^\d+(?:\.\d+)?%?(?:px)?$/.test(value)) out[attribute] = /\d$/.test(value) ? `${value}px` : value
      return
    case 'color':
    case 'text': {
      const color = name === 'font' || name === 'body' || name === 'hr' ? readLegacyColor(value) : undefined
      if (color !== undefined) out['color'] = color
      return
    }
    case 'topmargin':
    case 'marginheight':
      return addMargins(out, name, value, ['top', 'bottom'])
    case 'leftmargin':
    case 'marginwidth':
      return addMargins(out, name, value, ['left', 'right'])
    case 'face':
      if (name === 'font') out['font-family'] = value
      return
    case 'size':
      if (name === 'font')
        out['font-size'] = fontSizes[Math.min(7, Math.max(1, Number.parseInt(value, 10) || 3))] ?? '16px'
  }
}

function addMargins(out: Record<string, string>, name: string, value: string, sides: readonly string[]): void {
  const px = name === 'body' ? Number.parseInt(value, 10) : Number.NaN
  if (px >= 0) for (const side of sides) out[`margin-${side}`] = `${px}px`
}
