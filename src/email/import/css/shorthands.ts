import { splitGradients } from '../../web/index.ts'
import { readColor, readLength, splitWords } from './values.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const
const lineStyles = /^(?:none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)$/i

export function addLonghands(out: Record<string, string>, name: string, value: string): void {
  switch (name) {
    case 'padding':
    case 'margin':
      return addBox(out, (side) => `${name}-${side}`, value)
    case 'border-width':
    case 'border-style':
    case 'border-color':
      return addBox(out, (side) => `border-${side}${name.slice(6)}`, value)
    case 'border':
      for (const side of sides) addBorder(out, side, value)
      return
    case 'border-top':
    case 'border-right':
    case 'border-bottom':
    case 'border-left':
      return addBorder(out, name.slice(7), value)
    case 'background':
      return addBackground(out, value)
    case 'font':
      return addFont(out, value)
    case 'text-decoration-line':
      out['text-decoration'] = value
      return
    case 'padding-inline-start':
      out['padding-left'] = value
      return
    default:
      out[name] = value
  }
}

function addBox(out: Record<string, string>, nameOf: (side: string) => string, value: string): void {
  const words = splitWords(value)
  const [top = '0', right = top, bottom = top, left = right] = words
  for (const [index, one] of [top, right, bottom, left].entries()) out[nameOf(sides[index] ?? 'top')] = one
}

function addBorder(out: Record<string, string>, side: string, value: string): void {
  let width = 'medium'
  let style = 'none'
  let color = 'currentcolor'
  for (const word of splitWords(value)) {
    if (lineStyles.test(word)) style = word.toLowerCase()
    else if (/^(?:thin|medium|thick)$/i.test(word) || readLength(word) !== undefined) width = word
    else color = word
  }
  out[`border-${side}-width`] = width
  out[`border-${side}-style`] = style
  out[`border-${side}-color`] = color
}

function addBackground(out: Record<string, string>, value: string): void {
  let color = 'transparent'
  const position: string[] = []
  const size: string[] = []
  let image = ''
  let repeat = ''
  let isSize = false
  const { gradients, rest } = splitGradients(value)
  for (const word of splitWords(rest.replace(/\//g, (slash, at: number) => (isInBrackets(rest, at) ? slash : ' / ')))) {
    if (word === '/') isSize = true
    else if (/^url\(/i.test(word)) image ||= word
    else if (/^(?:no-)?repeat(?:-[xy])?$/i.test(word)) repeat = word.toLowerCase()
    else if (/^(?:scroll|fixed|local|border-box|padding-box|content-box|none|initial)$/i.test(word)) continue
    else if (/^(?:left|right|top|bottom|center|cover|contain|auto)$/i.test(word) || /^-?[\d.]+(?:px|%|em)?$/.test(word))
      (isSize ? size : position).push(word.toLowerCase())
    else if (readColor(word) !== undefined) color = word
  }
  out['background-color'] = color
  if (image === '') image = gradients.length === 0 ? 'none' : gradients.join(', ')
  out['background-image'] = image
  if (repeat !== '') out['background-repeat'] = repeat
  if (position.length > 0) out['background-position'] = position.slice(0, 2).join(' ')
  if (size.length > 0) out['background-size'] = size.slice(0, 2).join(' ')
}

function isInBrackets(value: string, at: number): boolean {
  return value.lastIndexOf('(', at) > value.lastIndexOf(')', at)
}

function addFont(out: Record<string, string>, value: string): void {
  const match =
    /^((?:[a-z0-9-]+\s+)*?)([\d.]+(?:px|pt|em|rem|%))(?:\s*\/\s*([\d.]+[a-z%]*|normal))?\s+(\S[\s\S]*)$/i.exec(value)
  if (match === null) return
  const [, before = '', size = '', line, family = ''] = match
  out['font-size'] = size
  out['font-family'] = family
  out['line-height'] = line ?? 'normal'
  out['font-weight'] = /\b(?:bold|[1-9]00)\b/i.exec(before)?.[0] ?? 'normal'
  out['font-style'] = /\b(?:italic|oblique)\b/i.test(before) ? 'italic' : 'normal'
}
