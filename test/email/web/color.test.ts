import { afterAll, describe, expect, test } from 'bun:test'
import { namedColors } from '../../../src/email/web/parse-color.ts'
import { formatColor, parseColor } from '../../../src/email/web/index.ts'
import { hasChromium } from '../../support/chromium.ts'
import { launchBrowser } from '../../support/images.ts'
import { type Random, createRandom } from '../../support/random.ts'

const hex = (text: string) => {
  const color = parseColor(text)
  return color && formatColor(color)
}

describe('a color', () => {
  test.each([
    ['#F80', '#ff8800'],
    ['#f80c', '#ff8800cc'],
    ['#1A73E8', '#1a73e8'],
    ['#1a73e880', '#1a73e880'],
    ['#1a73e8ff', '#1a73e8'],
    ['gainsboro', '#dcdcdc'],
    ['RebeccaPurple', '#663399'],
    ['transparent', '#00000000'],
    ['rgb(26, 115, 232)', '#1a73e8'],
    ['rgba(26,115,232,.5)', '#1a73e880'],
    ['rgb(26 115 232 / 50%)', '#1a73e880'],
    ['rgb(100%,0%,0%)', '#ff0000'],
    ['rgb(300 -5 0)', '#ff0000'],
    ['hsl(0, 100%, 50%)', '#ff0000'],
    ['hsla(120deg 100% 25% / 0.4)', '#00800066'],
    ['hsl(-0.5turn 100% 50%)', '#00ffff'],
    ['hsl(0,0%,87%)', '#dedede'],
    ['hwb(194 0% 0%)', '#00c3ff'],
    ['hwb(0 60% 60%)', '#808080'],
    ['rgb(none 128 none)', '#008000'],
    ['lab(100% 0 none)', '#ffffff'],
    ['lch(0% 0 30deg)', '#000000'],
    ['OKLCH(62.8% 0.2577 29.23deg / 50%)', '#ff000080'],
    ['oklab(100% 0 0)', '#ffffff'],
    ['color(srgb 1 50% 0)', '#ff8000'],
    ['color(display-p3 1 1 1 / .5)', '#ffffff80'],
    ['color(xyz 0 0 0)', '#000000'],
  ])('%s is %s', (text, expected) => {
    expect(hex(text)).toBe(expected)
  })

  test.each([
    '',
    '#',
    '#12',
    '#12345',
    '#ggg',
    'fff',
    'currentcolor',
    'inherit',
    'var(--x)',
    'constructor',
    '__proto__',
    'rgb(1,2)',
    'rgb(1 2 3 4)',
    'rgb(1, 2, 3 / 0.5)',
    'rgb(1,2%,3)',
    'rgb(1px,2,3)',
    'hsl(1,2,3)',
    'hsl(none,2%,3%)',
    'hwb(1,2%,3%)',
    'lab(50%, 20, 30)',
    'lab(50% 20deg 30)',
    'oklch(0.5 0.1 30%)',
    'color(1 0 0)',
    'color(constructor 1 0 0)',
    'color(srgb 1 0)',
    'rgb (1,2,3)',
    'rgb(1,2,3)x',
    'rgb(((((((',
    `#${'f'.repeat(1000)}`,
    `rgb(${'1 '.repeat(1000)})`,
  ])('%p is none', (text) => {
    expect(parseColor(text)).toBeUndefined()
  })

  test('is the same object each time, so that what is made of it can be cached', () => {
    expect(parseColor('hsl(10 20% 30%)') === parseColor('hsl(10 20% 30%)')).toBe(true)
  })

  test('has one of 148 names', () => {
    expect(Object.keys(namedColors)).toHaveLength(148)
  })
})

const launched = hasChromium ? launchBrowser() : undefined
afterAll(async () => (await launched)?.close())

describe.if(hasChromium)('beside Chromium', () => {
  test('thousands of colors in every syntax, right and wrong, are the same', async () => {
    const random = createRandom(20_261_122)
    const texts = [
      ...Object.keys(namedColors).flatMap((name) => [name, name.toUpperCase()]),
      ...Array.from({ length: 6000 }, () => randomColor(random)),
    ]
    const browser = await launched
    if (browser === undefined) return
    const page = await browser.newPage()
    // Without it browsers take hex digits without a hash.
    await page.setContent('<!doctype html><body></body>')
    const computed = await page.evaluate((all) => {
      const element = document.body.appendChild(document.createElement('i'))
      return all.map((text) => {
        element.style.color = ''
        element.style.color = text
        return element.style.color === '' ? undefined : getComputedStyle(element).color
      })
    }, texts)
    await page.close()
    const wrong = texts.flatMap((text, at) => {
      const [theirs, ours] = [channelsOf(computed[at]), parseColor(text)]
      const same =
        theirs === undefined || ours === undefined
          ? theirs === ours
          : theirs.every((channel, index) =>
              // Chromium computes in single precision, which decides halves differently.
              index < 3
                ? Math.abs(channel - ([ours.r, ours.g, ours.b][index] ?? 0)) <= 1
                : Math.abs(channel - ours.a) < 0.005,
            )
      return same ? [] : [`${text}: ${computed[at]}, not ${ours && JSON.stringify(ours)}`]
    })
    expect(computed.filter((one) => one !== undefined).length).toBeGreaterThan(3500)
    expect(computed.filter((one) => one === undefined || one === null).length).toBeGreaterThan(500)
    expect(wrong).toEqual([])
  })
})

describe.if(hasChromium)('of a wide gamut, beside Chromium', () => {
  test('thousands of colors in every space are painted the same', async () => {
    const random = createRandom(20_261_129)
    const texts = Array.from({ length: 3000 }, () => randomWideColor(random))
    const browser = await launched
    if (browser === undefined) return
    const page = await browser.newPage()
    const painted = await page.evaluate((all) => {
      const canvas = document.createElement('canvas')
      canvas.width = all.length
      canvas.height = 1
      const context = canvas.getContext('2d', { colorSpace: 'srgb', willReadFrequently: true })
      if (context === null) throw new Error('no canvas')
      const isColor = all.map((text) => CSS.supports('color', text))
      for (const [at, text] of all.entries()) {
        if (!isColor[at]) continue
        context.fillStyle = text
        context.fillRect(at, 0, 1, 1)
      }
      const { data } = context.getImageData(0, 0, all.length, 1)
      return isColor.map((is, at) => (is ? Array.from(data.slice(at * 4, at * 4 + 3)) : undefined))
    }, texts)
    await page.close()
    const wrong = texts.flatMap((text, at) => {
      const [theirs, ours] = [painted[at] ?? undefined, parseColor(text)]
      const same =
        theirs === undefined || ours === undefined
          ? theirs === ours
          : // Chromium approximates transfer functions, which shows near black.
            theirs.every((channel, index) => Math.abs(channel - ([ours.r, ours.g, ours.b][index] ?? 0)) <= 2)
      return same ? [] : [`${text}: ${theirs}, not ${ours && [ours.r, ours.g, ours.b]}`]
    })
    expect(painted.filter((one) => Array.isArray(one)).length).toBeGreaterThan(2000)
    expect(wrong).toEqual([])
  })
})

/** Opaque, because a canvas stores translucent colors multiplied by their alpha. */
function randomWideColor({ next, integer, pick }: Random): string {
  const share = () => pick(['none', `${integer(101)}%`, `${integer(151) - 20}%`, `${(next() * 100).toFixed(2)}%`])
  const number = (end: number) =>
    pick([() => (next() * end).toFixed(3), () => `-${(next() * end).toFixed(3)}`, share])()
  const hue = () => pick([`${integer(720) - 180}`, `${integer(360)}deg`, `${next().toFixed(3)}turn`, 'none'])
  const alpha = () => pick(['', '', ' / 1', ' / 100%', '/1'])
  const light = (end: number) => pick([() => (next() * end * 1.1).toFixed(3), share])()
  const written = pick([
    () => `lab(${light(100)} ${number(125)} ${number(125)}${alpha()})`,
    () => `lch(${light(100)} ${number(150)} ${hue()}${alpha()})`,
    () => `oklab(${light(1)} ${number(0.4)} ${number(0.4)}${alpha()})`,
    () => `oklch(${light(1)} ${number(0.4)} ${hue()}${alpha()})`,
    () =>
      `color(${pick(['srgb', 'srgb-linear', 'display-p3', 'a98-rgb', 'prophoto-rgb', 'rec2020', 'xyz', 'xyz-d50', 'xyz-d65'])} ${number(1)} ${number(1)} ${number(1)}${alpha()})`,
  ])()
  return next() < 0.9 ? written : written.replace(pick([' ', '(', 'o']), pick(['', ',', 'x', '/']))
}

/** Red, green, blue and alpha of a computed color; undefined for none. */
function channelsOf(text: string | null | undefined): number[] | undefined {
  if (text === undefined || text === null) return undefined
  const numbers = /^rgba?\((.*)\)$/.exec(text)?.[1]?.split(', ').map(Number)
  if (numbers === undefined) throw new Error(`${text} is not in sRGB`)
  return numbers.length === 3 ? [...numbers, 1] : numbers
}

function randomColor({ next, integer, pick }: Random): string {
  const number = (end: number) =>
    pick([
      () => String(integer(end + 1)),
      () => String(integer(end + 1)),
      () => (next() * end).toFixed(1 + integer(3)),
      () => `.${integer(100)}`,
      () => `+${integer(end)}`,
      () => String(integer(3 * end) - end),
      () => `${integer(9) + 1}e${integer(3)}`,
      () => String(integer(end + 1) + 0.5),
    ])()
  const percent = () => `${number(100)}%`
  const hue = () =>
    pick([
      () => number(360),
      () => `${number(360)}deg`,
      () => `${number(400)}grad`,
      () => `${(next() * 7).toFixed(2)}rad`,
      () => `${(next() * 3 - 1).toFixed(3)}turn`,
    ])()
  const alpha = () => pick([() => next().toFixed(2), () => percent(), () => '1', () => '0', () => '1.5', () => '-1'])()
  const gap = () => pick(['', ' ', '  ', '\t', '\n'])
  const digits = (count: number) => Array.from({ length: count }, () => pick([...'0123456789abcdefABCDEF'])).join('')
  const written = pick([
    () => `#${digits(pick([3, 4, 6, 8]))}`,
    () => {
      const one = pick([() => number(255), percent])
      const channels = [one(), one(), one(), ...(next() < 0.5 ? [alpha()] : [])]
      return `${pick(['rgb', 'rgba', 'RGB'])}(${gap()}${channels.join(`${gap()},${gap()}`)}${gap()})`
    },
    () => {
      const one = () => (next() < 0.1 ? 'none' : pick([() => number(255), percent])())
      return `${pick(['rgb', 'rgba'])}(${gap()}${one()} ${one()} ${one()}${next() < 0.5 ? `${gap()}/${gap()}${alpha()}` : ''}${gap()})`
    },
    () => {
      const channels = [hue(), percent(), percent(), ...(next() < 0.5 ? [alpha()] : [])]
      return `${pick(['hsl', 'hsla', 'HSL'])}(${channels.join(`${gap()},${gap()}`)})`
    },
    () => {
      const share = () => pick([percent, percent, () => number(100), () => 'none'])()
      return `${pick(['hsl', 'hsla', 'hwb'])}(${hue()} ${share()} ${share()}${next() < 0.5 ? ` / ${alpha()}` : ''})`
    },
  ])()
  if (next() < 0.8) return written
  // A slip: a character removed, doubled or replaced.
  const at = integer(written.length)
  const typo = pick(['', written[at] ?? '', pick([...' ,/%()+-.e#g'])])
  const slipped = written.slice(0, at) + typo + written.slice(at + (next() < 0.5 ? 1 : 0))
  // The end of a style sheet closes what is open; a color by itself has no such end.
  return slipped.includes('(') && !slipped.trimEnd().endsWith(')') ? written : slipped
}
