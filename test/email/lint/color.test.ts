import { describe, expect, test } from 'bun:test'
import {
  hexOf,
  over,
  readColor,
  white,
  contrast,
  minContrast,
  lightnessOf,
  withLightness,
  nearestPassing,
} from '../../../src/email/lint/color/color.ts'
import { androidDark, fullDark, outlookComDark, ownDark } from '../../../src/email/lint/color/dark-schemes.ts'
import { email, heading, lint, words } from './email.ts'

const color = (text: string) => readColor(text) ?? white
const pair = (ink: string, paper: string, dark: { color?: string; background?: string } = {}) => ({
  color: color(ink),
  background: color(paper),
  darkColor: dark.color === undefined ? undefined : color(dark.color),
  darkBackground: dark.background === undefined ? undefined : color(dark.background),
})
const shown = (one: { color: Parameters<typeof hexOf>[0]; background: Parameters<typeof hexOf>[0] }) => [
  hexOf(one.color),
  hexOf(one.background),
]

describe('colours', () => {
  test.each([
    ['#fff', '#ffffff'],
    ['#1A73E8', '#1a73e8'],
    ['rgb(26, 115, 232)', '#1a73e8'],
    ['rgb(10% 20% 30%)', '#1a334d'],
    ['White', '#ffffff'],
    ['1a73e8', '#1a73e8'],
  ])('%s is %s', (text, hex) => {
    expect(hexOf(color(text))).toBe(hex)
  })
  test.each([
    '',
    'inherit',
    'var(--x)',
    '#12',
    '#12345',
    'rgb(1,2)',
    'rgb(a,b,c)',
    `#${'f'.repeat(1000)}`,
    'url(x)',
    'rgb(((((((',
  ])('%p is none', (text) => {
    expect(readColor(text)).toBeUndefined()
  })
  test('are composited by their alpha', () => {
    expect(hexOf(over(color('rgba(0,0,0,.5)'), white))).toBe('#808080')
  })
  test('have CIE Lab lightness, and keep their hue when it changes', () => {
    expect(Math.round(lightnessOf(color('#777777')))).toBe(50)
    expect(hexOf(withLightness(color('#1a73e8'), lightnessOf(color('#1a73e8'))))).toBe('#1a73e8')
    expect(lightnessOf(withLightness(color('#777777'), 80))).toBeCloseTo(80, 0)
  })
})

describe('a color is the same in every spelling', () => {
  const grays = ['#ddd', '#dddddd', '#ddddddff', 'rgb(221,221,221)', 'rgb(221 221 221)', 'rgb(86.67%, 86.67%, 86.67%)']
  const found = (spelling: string) =>
    lint(email({ blocks: [heading, words, { id: 'x', type: 'html', html: `<p style="${spelling}">Bread</p>` }] }))
      .findings.filter(({ id }) => id === 'accessibility.contrast')
      .map(({ message }) => message)

  test.each([...grays, 'hsl(0,0%,86.67%)', 'hsl(0deg 0% 86.67%)', 'hwb(0 86.67% 13.33%)'])('%s on white', (color) => {
    expect(found(`color:${color};background:#fff`)).toEqual(found('color:#dddddd;background:#fff'))
    expect(found(`color:#fff;background:${color} none`)).toEqual(found('color:#fff;background-color:#dddddd'))
    expect(found(`color:${color};background:#fff`)).toHaveLength(1)
  })

  test.each(['gainsboro', '#dcdcdc', 'hsl(0,0%,86.27%)'])('%s by its name or not', (color) => {
    expect(found(`color:${color};background:#fff`)).toEqual(found('color:rgb(220,220,220);background:#fff'))
    expect(found(`color:${color};background:#fff`)).toHaveLength(1)
  })
})

describe('contrast', () => {
  test('is computed as in WCAG', () => {
    expect(contrast(color('#000'), white)).toBe(21)
    expect(contrast(color('#767676'), white)).toBeCloseTo(4.54, 2)
  })
  test('has a lower threshold for large text', () => {
    expect([minContrast(16, 400), minContrast(24, 400), minContrast(19, 700), minContrast(19, 600)]).toEqual([
      4.5, 3, 3, 4.5,
    ])
  })
  test('is reached by the nearest color of the same hue', () => {
    const found = nearestPassing(color('#9aa0a6'), (one) => contrast(one, white) >= 4.5)
    expect(contrast(color(found ?? ''), white)).toBeGreaterThanOrEqual(4.5)
    expect(nearestPassing(white, () => false)).toBeUndefined()
  })
})

describe('in dark mode', () => {
  test('Apple Mail shows the declared colors', () => {
    expect(shown(ownDark(pair('#000', '#fff', { color: '#eee', background: '#111' })))).toEqual(['#eeeeee', '#111111'])
    expect(shown(ownDark(pair('#000', '#fff')))).toEqual(['#000000', '#ffffff'])
  })
  test('Outlook.com darkens light backgrounds, keeps dark ones, and adjusts text without a declared color', () => {
    expect(outlookComDark(pair('#000', '#fff'))).toBeUndefined()
    expect(shown(outlookComDark(pair('#000', '#fff', { color: '#eee' })) ?? pair('#fff', '#fff'))).toEqual([
      '#eeeeee',
      '#333333',
    ])
    expect(shown(outlookComDark(pair('#fff', '#202020', { color: '#eee' })) ?? pair('#fff', '#fff'))).toEqual([
      '#eeeeee',
      '#202020',
    ])
  })
  test('Gmail on Android inverts light backgrounds and dark text only, whatever colors are declared', () => {
    const [ink, paper] = shown(androidDark(pair('#000', '#fff', { color: '#123456' })))
    expect([ink, paper]).toEqual(['#ffffff', '#1b1b1b'])
    expect(shown(androidDark(pair('#fff', '#000')))).toEqual(['#ffffff', '#000000'])
  })
  test('Gmail on iOS and Outlook on Windows invert everything, also dark to light', () => {
    expect(shown(fullDark(pair('#000', '#fff')))).toEqual(['#ffffff', '#141414'])
    expect(shown(fullDark(pair('#fff', '#000')))).toEqual(['#141414', '#ffffff'])
  })
})
