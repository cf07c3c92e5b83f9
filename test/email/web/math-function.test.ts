import { afterAll, describe, expect, test } from 'bun:test'
import { evaluateMath } from '../../../src/email/web/index.ts'
import { hasChromium } from '../../support/chromium.ts'
import { launchBrowser } from '../../support/images.ts'
import { type Random, createRandom } from '../../support/random.ts'

const toPixels = (value: number, unit: string) =>
  unit === 'px'
    ? value
    : unit === '%'
      ? value * 6
      : unit === 'em'
        ? value * 10
        : unit === 'rem'
          ? value * 16
          : undefined

describe('a length', () => {
  test.each([
    ['calc(100% - 20px)', 580],
    ['CALC( 10px*2 + 1em )', 30],
    ['min(28px, 10%)', 28],
    ['max(28px, 10%)', 60],
    ['clamp(20px, 5%, 36px)', 30],
    ['clamp(20px, 1% + 2px, 36px)', 20],
    ['calc(2 * (3px + min(4px, 1rem)))', 14],
    ['calc((100% - 2 * 20px) / 3)', 560 / 3],
    ['calc(-1 * -5px)', 5],
  ])('%s is computed', (text, expected) => {
    expect(evaluateMath(text, toPixels)).toBeCloseTo(expected, 6)
  })

  test.each([
    '',
    '20px',
    'calc()',
    'calc(1)',
    'calc(1px + 1)',
    'calc(1px+1px)',
    'calc(1px * 1px)',
    'calc(1 / 1px)',
    'calc(1px / 0)',
    'calc(1px, 2px)',
    'clamp(1px, 2px)',
    'min(1px, 2)',
    'calc(1vmax + 1px)',
    'calc(1px',
    'calc(1px))',
    'var(--x)',
    `calc(${'('.repeat(100)}1px${')'.repeat(100)})`,
    `calc(1px${' + 1px'.repeat(1000)})`,
  ])('%p is none', (text) => {
    expect(evaluateMath(text, toPixels)).toBeUndefined()
  })
})

const launched = hasChromium ? launchBrowser() : undefined
afterAll(async () => (await launched)?.close())

describe.if(hasChromium)('beside Chromium', () => {
  test('thousands of functions, right and wrong, have the same length', async () => {
    const random = createRandom(20_261_128)
    const texts = Array.from({ length: 3000 }, () => randomMath(random))
    const browser = await launched
    if (browser === undefined) return
    const page = await browser.newPage()
    await page.setContent(
      '<!doctype html><div style="position:relative;width:600px;font-size:10px"><i style="position:absolute"></i></div>',
    )
    const computed = await page.evaluate((all) => {
      const element = document.querySelector('i') as HTMLElement
      return all.map((text) => {
        element.style.left = ''
        element.style.left = text
        return element.style.left === '' ? undefined : Number.parseFloat(getComputedStyle(element).left)
      })
    }, texts)
    await page.close()
    const wrong = texts.flatMap((text, at) => {
      const [theirs, ours] = [computed[at] ?? undefined, evaluateMath(text, toPixels)]
      const isSame =
        theirs === undefined || ours === undefined
          ? theirs === ours
          : Math.abs(theirs - ours) <= 0.02 + Math.abs(theirs) / 10_000
      return isSame ? [] : [`${text}: ${theirs}, not ${ours}`]
    })
    expect(computed.filter((one) => typeof one === 'number').length).toBeGreaterThan(1000)
    expect(wrong).toEqual([])
  })
})

function randomMath(random: Random): string {
  const { integer, next, pick } = random
  const number = () => pick([String(integer(40)), (next() * 9).toFixed(2), `-${integer(9)}`, `.${integer(9) + 1}`])
  const length = () => `${number()}${pick(['px', '%', 'em', 'rem'])}`
  const sum = (depth: number): string => {
    const terms = Array.from({ length: pick([1, 1, 2, 3]) }, () => product(depth))
    return terms.join(pick([' + ', ' - ', '  +  ']))
  }
  const product = (depth: number): string =>
    pick([
      () => length(),
      () => nested(depth),
      () => `${number()} * ${length()}`,
      () => `${length()}${pick(['*', ' / '])}${integer(8) + 1}`,
    ])()
  const nested = (depth: number): string => {
    if (depth > 0) return length()
    const name = pick(['calc', 'min', 'max', 'clamp', ''])
    // Chromium subtracts only the first term of a function with one argument.
    const count = name === 'clamp' ? 3 : name === 'min' || name === 'max' ? integer(3) + 2 : 1
    return `${name}(${Array.from({ length: count }, () => sum(depth + 1)).join(', ')})`
  }
  const written = `calc(${sum(0)})`
  if (next() < 0.75) return written
  const at = 5 + integer(Math.max(1, written.length - 6))
  const slipped = written.slice(0, at) + pick(['', '+', ' ', ',', '2', 'px', '*']) + written.slice(at + 1)
  // The end of a declaration closes what is open, and comments are removed; a value by itself has neither.
  const isWhole = slipped.split('(').length === slipped.split(')').length && !slipped.includes('/*')
  return isWhole ? slipped : written
}
