import { formatColor, parseColor } from '../../web/index.ts'
import type { Link, LinkRole, Marks, Paragraph } from '../model.ts'
import { font } from '../schema/style.ts'
import type { Attributes } from './tokens.ts'

const markOf: Record<string, Marks> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sub: { sub: true },
  sup: { sup: true },
  code: { code: true },
  kbd: { code: true },
  tt: { code: true },
}

/** Roles that replace the URL of a link. */
const linkRoles: readonly LinkRole[] = ['unsubscribe', 'view', 'preferences', 'forward', 'address']

/** Marks inside an element: those around it, plus those from its name and attributes. */
export function marksInside(name: string, attributes: Attributes, around: Marks): Marks {
  const own = Object.hasOwn(markOf, name) ? markOf[name] : undefined
  let marks = own === undefined ? around : { ...around, ...own }
  if (name === 'a') {
    const link = linkOf(attributes)
    if (link !== undefined) marks = { ...marks, link }
  }
  if (name === 'font') marks = withFont(marks, attributes)
  const style = attributes['style']
  return style === undefined ? marks : withStyle(marks, style)
}

export function alignOf(attributes: Attributes): Paragraph['align'] {
  const style = attributes['style']
  const value = (style && /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(style)?.[1]) || attributes['align']
  const align = value?.toLowerCase()
  return align === 'left' || align === 'center' || align === 'right' || align === 'justify' ? align : undefined
}

/** Converts a CSS color to hex digits, `transparent` or a theme color; undefined if invalid. */
export function readColor(text: string): string | undefined {
  const value = text.trim().toLowerCase()
  if (/^(#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|transparent)$/.test(value)) return value
  if (/^\$color\.[a-z][a-z0-9_-]{0,63}$/.test(value)) return text.trim()
  const color = parseColor(value)
  if (color === undefined) return undefined
  return color.a === 0 ? 'transparent' : formatColor(color)
}

const isPlain = /(?:^|;)\s*text-decoration(?:-line)?\s*:\s*none\s*(?:!important\s*)?(?:;|$)/i

function linkOf(attributes: Attributes): Link | undefined {
  const { href, title } = attributes
  const role = linkRoles.find((one) => one === attributes['data-role'])
  if (href === undefined && role === undefined) return undefined
  return {
    ...(href === undefined ? {} : { href: href.trim() }),
    ...(role === undefined ? {} : { role }),
    ...(title === undefined ? {} : { title }),
    ...(isPlain.test(attributes['style'] ?? '') ? { underline: false as const } : {}),
  }
}

function withFont(around: Marks, attributes: Attributes): Marks {
  const marks = { ...around }
  const color = attributes['color'] === undefined ? undefined : readColor(attributes['color'])
  if (color !== undefined) marks.color = color
  const face = attributes['face']
  if (face !== undefined && isFont(face)) marks.font = face
  return marks
}

function withStyle(around: Marks, style: string): Marks {
  const marks = { ...around }
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0) setMark(marks, declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim())
  }
  return marks
}

function setMark(marks: Marks, property: string, value: string): void {
  switch (property) {
    case 'color':
    case 'background':
    case 'background-color': {
      const color = readColor(value)
      if (color !== undefined) marks[property === 'color' ? 'color' : 'background'] = color
      return
    }
    case 'font-family':
      if (isFont(value)) marks.font = value
      return
    case 'font-size': {
      const size = /^(\d{1,3}(?:\.\d+)?)px$/i.exec(value)?.[1]
      if (size !== undefined && Number(size) >= 1 && Number(size) <= 200) marks.size = Number(size)
      return
    }
    case 'font-weight':
      return setFlag(marks, 'bold', /^(bold|bolder|[6-9]00)$/i.test(value), /^(normal|lighter|[1-5]00)$/i.test(value))
    case 'font-style':
      return setFlag(marks, 'italic', /^(italic|oblique)/i.test(value), /^normal$/i.test(value))
    case 'text-decoration':
    case 'text-decoration-line':
      if (/underline/i.test(value)) marks.underline = true
      if (/line-through/i.test(value)) marks.strike = true
      return
    case 'vertical-align':
      if (/^sub$/i.test(value)) marks.sub = true
      if (/^super$/i.test(value)) marks.sup = true
  }
}

const fontPattern = new RegExp(font.pattern ?? '')

function isFont(value: string): boolean {
  return value.length <= 300 && fontPattern.test(value)
}

function setFlag(marks: Marks, mark: 'bold' | 'italic', on: boolean, off: boolean): void {
  if (on) marks[mark] = true
  else if (off) delete marks[mark]
}
