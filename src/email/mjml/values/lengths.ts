import type { Box } from '../../document/index.ts'

export type Attributes = Readonly<Record<string, string>>

/** The number at the start of a value, such as 12 of `12px`; undefined without one. */
export function readNumber(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number.parseFloat(value)
  return Number.isFinite(number) ? number : undefined
}

/** A length in px; percentages refer to `percentBase`. */
export function readLength(value: string | undefined, percentBase: number): number | undefined {
  const number = readNumber(value)
  if (number === undefined || value === undefined) return undefined
  return /^\s*[\d.+-]+\s*%/.test(value) ? (number * percentBase) / 100 : number
}

const sides = ['top', 'right', 'bottom', 'left'] as const

/**
 * Combines a padding shorthand with the attributes of single sides; undefined without any. Percentages refer to `percentBase`: CSS
 * uses the width for all four sides (CSS 2.1, 8.4).
 */
export function readBox(attributes: Attributes, name: string, percentBase: number): Box | undefined {
  const given = attributes[name]
  const own = sides.map((side) => attributes[`${name}-${side}`]).map((side) => (isLength(side) ? side : undefined))
  if (given === undefined && own.every((side) => side === undefined)) return undefined
  // As in CSS, a length without a unit is invalid, and one invalid length invalidates the shorthand.
  const parts = (given ?? '').trim().split(/\s+/).slice(0, 5)
  const words = parts.every(isLength) ? parts : []
  const [top = '0', right = top, bottom = top, left = right] = words
  const side = (word: string, at: number) => within(round(readLength(own[at] || word, percentBase) ?? 0), 0, 1000)
  return [side(top, 0), side(right, 1), side(bottom, 2), side(left, 3)]
}

const sized = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:px|%|em|rem|pt)$|^[+-]?0+(?:\.0*)?$/i

function isLength(value: string | undefined): boolean {
  return value !== undefined && sized.test(value.trim())
}

/** Adds two boxes side by side. */
export function addBoxes(one: Box, other: Box): Box {
  const side = (at: 0 | 1 | 2 | 3) => within(one[at] + other[at], 0, 1000)
  return [side(0), side(1), side(2), side(3)]
}

export const noBox: Box = [0, 0, 0, 0]

export function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

/** Rounds to three decimals, the precision of a length on screens. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
