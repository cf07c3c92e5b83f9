import type { Border, Box, Style } from '../../document/index.ts'
import { readColor, readFont, readLength, splitWords } from '../css/values.ts'

/** An unvalidated object of a design. */
export type DesignPart = Record<string, unknown>

/** The value as an object; empty if it is not one. */
export function partOf(value: unknown): DesignPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DesignPart) : {}
}

/** The objects of a list; empty if the value is not a list. */
export function partsOf(value: unknown): DesignPart[] {
  return Array.isArray(value) ? value.map(partOf) : []
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The value as a number; NaN if it is not one. */
export function numberIn(value: unknown): number {
  return Number(textIn(value) ?? Number.NaN)
}

/** A length in px, from `16px` or 16. */
export function pixelsIn(value: unknown): number | undefined {
  return readLength(textIn(value))
}

/** A visible color; undefined for none and for transparent. */
export function colorIn(value: unknown): string | undefined {
  const color = readColor(textIn(value))
  return color === 'transparent' ? undefined : color
}

/** Padding in CSS syntax. */
export function paddingIn(value: unknown): Box | undefined {
  const text = textIn(value)
  if (text === undefined) return undefined
  const [top = 0, right = top, bottom = top, left = right] = splitWords(text).map((word) => readLength(word) ?? 0)
  return bounded([top, right, bottom, left])
}

/** Padding from members `padding-top` and so on, or in CSS syntax. */
export function paddingOf(style: DesignPart): Box | undefined {
  const shorthand = paddingIn(style['padding'])
  const side = (name: string, index: 0 | 1 | 2 | 3) => pixelsIn(style[`padding-${name}`]) ?? shorthand?.[index] ?? 0
  const box: Box = [side('top', 0), side('right', 1), side('bottom', 2), side('left', 3)]
  return box.every((length) => length === 0) ? undefined : bounded(box)
}

function bounded([top, right, bottom, left]: Box): Box {
  const within = (length: number) => Math.min(1000, Math.max(0, length))
  return [within(top), within(right), within(bottom), within(left)]
}

export function borderOf(width: unknown, line: unknown, color: unknown): Border | undefined {
  const px = pixelsIn(width) ?? 0
  const lineColor = colorIn(color)
  if (px <= 0 || lineColor === undefined) return undefined
  return { width: Math.min(100, px), style: line === 'dashed' || line === 'dotted' ? line : 'solid', color: lineColor }
}

export function alignIn(value: unknown): 'left' | 'center' | 'right' | undefined {
  return value === 'left' || value === 'center' || value === 'right' ? value : undefined
}

export function fontIn(value: unknown): string | undefined {
  return readFont(textIn(value))
}

/** Drops undefined members; undefined if none is left. */
export function styleFrom(members: { [Name in keyof Style]: Style[Name] | undefined }): Style | undefined {
  const defined = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return Object.keys(defined).length === 0 ? undefined : defined
}

/** Formats the defined members as CSS declarations. */
export function declarationsOf(members: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(members)
    .flatMap(([name, value]) => (value === undefined || /[;{}<>]/.test(value) ? [] : [`${name}:${value}`]))
    .join(';')
}

/** Combines the borders of four sides; undefined for none. The first visible side determines width, style and color. */
export function bordersOf(side: (name: 'Top' | 'Right' | 'Bottom' | 'Left') => Border | undefined): Border | undefined {
  const names = ['Top', 'Right', 'Bottom', 'Left'] as const
  const rendered = names.flatMap((name) => {
    const border = side(name)
    return border === undefined ? [] : [{ name, border }]
  })
  const [first] = rendered
  if (first === undefined) return undefined
  if (rendered.length === names.length) return first.border
  return { ...first.border, sides: rendered.map(({ name }) => name.toLowerCase() as 'top') }
}

/** A border in CSS shorthand: `1px solid #dddddd`. */
export function borderIn(value: unknown): Border | undefined {
  const [, width, line, color] = /^\s*([\d.]+)px\s+(\w+)\s+(\S.*)$/.exec(textIn(value) ?? '') ?? []
  return borderOf(width, line, color)
}

/** A percentage such as `40%` in document syntax; undefined for none and for 100%. */
export function percentIn(value: unknown): `${number}%` | undefined {
  const share = Number.parseFloat(/^\s*([\d.]+)%\s*$/.exec(textIn(value) ?? '')?.[1] ?? '')
  return share > 0 && share < 100 ? `${Math.round(share * 1000) / 1000}%` : undefined
}

/** A font stack; undefined for `inherit`. */
export function familyIn(value: unknown): string | undefined {
  return textIn(value)?.trim() === 'inherit' ? undefined : fontIn(value)
}
