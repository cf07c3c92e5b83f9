import { describe, expect, test } from 'bun:test'
import { accentOf, contrastOf, fromOklch, printHex, readHex, toOklch } from '../../src/ui/theme/index.ts'

const panels = { light: '#fdfdfc', dark: '#191817' } as const
const accents = ['#1d5fd0', '#ffe600', '#000000', '#ffffff', '#ff8b69', '#0b6e4f', '#7f7f7f', '#f0f']

const contrast = (first: string, second: string) =>
  contrastOf(readHex(first) ?? [0, 0, 0], readHex(second) ?? [255, 255, 255])

describe('an accent', () => {
  for (const scheme of ['light', 'dark'] as const)
    test(`of any color has enough contrast in ${scheme}`, () => {
      for (const color of accents) {
        const accent = accentOf(color, scheme)
        if (accent === undefined) throw new Error(`${color} is a color`)
        expect(contrast(accent.fill, panels[scheme])).toBeGreaterThanOrEqual(2.99)
        expect(contrast(accent.onFill, accent.fill)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(accent.ink, panels[scheme])).toBeGreaterThanOrEqual(4.5)
      }
    })

  test('with enough contrast is unchanged', () => {
    expect(accentOf('#1D5FD0', 'light')).toMatchObject({ fill: '#1d5fd0', onFill: '#ffffff' })
  })

  test('that is not a color is ignored', () => {
    expect(accentOf('red; }', 'light')).toBeUndefined()
  })
})

test('colors survive conversion to OKLCH and back', () => {
  for (const color of ['#000000', '#ffffff', '#b8371c', '#1d5fd0', '#2b7a4b', '#808080'])
    expect(printHex(fromOklch(toOklch(readHex(color) ?? [0, 0, 0])))).toBe(color)
})

test('contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
