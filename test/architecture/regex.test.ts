/**
 * No regular expression of the product can block the event loop: recheck evaluates each of them, and those that take more than
 * linear time are on a list that says how long a text they meet.
 */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { processorMs } from '../support/processor-time.ts'
import { boundedPatterns, keyOfBounded } from './regex/bounded-patterns.ts'
import { dynamicPatterns } from './regex/dynamic-patterns.ts'
import { findPatterns } from './regex/find-patterns.ts'
import { attackOf, isLinear, evaluate } from './regex/evaluate.ts'
import { productPatterns, readVerdicts } from './regex/verdicts.ts'
import { repository } from './source-tree.ts'

const remedy = 'bun scripts/regex-verdicts.ts renews test/architecture/regex/verdicts.tsv'
const maxMs = 50
const { patterns, dynamic } = await productPatterns()
const verdicts = readVerdicts()
const fileOf = (at: string) => at.replace(/:\d+$| \(sample\)$/, '')

describe('every regular expression of src and sdk', () => {
  test(`has a verdict of recheck; ${remedy}`, async () => {
    const missing = [...patterns].filter(([key]) => !verdicts.has(key)).slice(0, 3)
    const evaluated = await Promise.all(
      missing.map(
        async ([, { at, flags, source }]) =>
          `${at.join(', ')} /${source}/${flags} is ${(await evaluate(source, flags)).complexity}`,
      ),
    )
    expect(evaluated).toEqual([])
    expect([...verdicts.keys()].filter((key) => !patterns.has(key))).toEqual([])
  })

  test('takes linear time at most, or is in bounded-patterns.ts for its file', () => {
    const slow = [...patterns].flatMap(([key, { at, flags, source }]) => {
      const verdict = verdicts.get(key)
      if (verdict === undefined || isLinear(verdict)) return []
      return at
        .map(fileOf)
        .filter((file) => !boundedPatterns.some((one) => one.file === file && keyOfBounded(one) === key))
        .map((file) => `${file} /${source}/${flags} is ${verdict.complexity}`)
    })
    expect(slow).toEqual([])
  })

  test('has samples in dynamic-patterns.ts where its source is computed', () => {
    const written = dynamic.map(({ file, code }) => `${file} ${code}`)
    expect([...new Set(written)].sort()).toEqual(dynamicPatterns.map(({ file, code }) => `${file} ${code}`).sort())
  })

  // Evaluating all takes minutes: each run evaluates a few others anew.
  test('is evaluated again as the table says', async () => {
    const from = processorMs()
    const keys = [...patterns.keys()]
    for (let count = 0; count < 12 && processorMs() - from < 3000; count++) {
      const key = keys[Math.floor(Math.random() * keys.length)] ?? ''
      const { source, flags } = patterns.get(key) ?? { source: '', flags: '' }
      const said = verdicts.get(key)?.complexity
      const { complexity } = await evaluate(source, flags)
      // A loaded machine may reach the timeout where the one that wrote the table did not.
      if (!complexity.startsWith('unknown') && said?.startsWith('unknown') === false)
        expect(`/${source}/${flags} ${complexity}`).toBe(`/${source}/${flags} ${said}`)
    }
  })
})

describe('a regular expression that takes more than linear time', () => {
  for (const one of boundedPatterns)
    test(`of ${one.file} meets ${one.max} characters at most, and reads them in time: ${one.source.slice(0, 40)}`, async () => {
      const { enforcedBy, enforcedIn, file, flags, max, pumps, source } = one
      const key = keyOfBounded(one)
      expect(patterns.get(key)?.at.map(fileOf)).toContain(file)
      expect(await Bun.file(join(repository, enforcedIn)).text()).toContain(enforcedBy)
      const { attack } = verdicts.get(key) ?? {}
      const texts = [
        ...(attack === undefined ? [] : [attackOf(attack, max)]),
        ...(pumps ?? []).map((pump) => pump.repeat(Math.ceil(max / pump.length)).slice(0, max)),
      ]
      expect(texts.length).toBeGreaterThan(0)
      expect(Math.max(...texts.map((text) => timeOf(new RegExp(source, flags), text)))).toBeLessThan(maxMs)
    })
})

describe('the search for regular expressions finds', () => {
  const found = (code: string, other = '') =>
    findPatterns(
      new Map([
        ['src/a.ts', code],
        ['src/b.ts', other],
      ]),
    )
  const cases: readonly (readonly [name: string, code: string, patterns: readonly string[]])[] = [
    ['a literal', 'const a = b / c / d ? /x+/g : 1', ['/x+/g']],
    ['a literal behind what looks like a division', 'const a = (b) => b\nif (a) /x"/.test("")', ['/x"/']],
    ['one in a template', 'const a = `${b.replace(/x/, "/y/")}`', ['/x/']],
    ['new RegExp of a string', "new RegExp('x+', 'i')", ['/x+/i']],
    ['RegExp without new', "globalThis.RegExp('x' + 'y')", ['/xy/']],
    ['String.raw', 'new RegExp(String.raw`\\d${1}`)', ['/\\d1/']],
    ['constants', "const [a, b] = ['x', 'y']\nfunction f() { const c = `${a}${b}`\nreturn RegExp(c) }", ['/xy/']],
    ['joined constants', "const a = { x: 1, y: 2 }\nnew RegExp(Object.keys(a).join('|'))", ['/x|y/']],
    ['the source of another', 'const a = /x/\nnew RegExp(`${a.source}y`)', ['/x/', '/xy/']],
    ['imported constants', "import { c as a } from './b.ts'\nnew RegExp(`${a.n}`)", ['/12/']],
    ['the pattern of a schema', "Type.String({ pattern: '^x+$' })", ['/^x+$/']],
    ['strings that are searched for', "a.match('x+')\na.search(`y`)", ['/x+/', '/y/']],
  ]
  for (const [name, code, expected] of cases)
    test(name, () => {
      const { dynamic, patterns } = found(code, 'export const c = { n: 3 * 4 }')
      expect(patterns.map(({ source, flags }) => `/${source}/${flags}`)).toEqual([...expected])
      expect(dynamic).toEqual([])
    })

  test('what is computed', () => {
    const code = 'const x = "a"\nfunction f(x) { return new RegExp(`${x}+`) }\nlet y = "b"\nRegExp(y)\nRegExp(z())'
    expect(found(code).dynamic.map((one) => `${one.at} ${one.code}`)).toEqual([
      'src/a.ts:2 `${x}+`',
      'src/a.ts:4 y',
      'src/a.ts:5 z()',
    ])
  })
})

describe('recheck tells', () => {
  const cases = [
    ['(?:a+)+$', 'exponential'],
    ['\\s+$', 'polynomial 2'],
    ['\\s*\\)\\s*(?:!important)?\\s*;?\\s*$', 'polynomial 4'],
    ['(?<!\\s)\\s+$', 'safe'],
    ['^a*b$', 'linear'],
  ] as const
  for (const [source, complexity] of cases)
    test(`${source} is ${complexity}`, async () => expect((await evaluate(source, '')).complexity).toBe(complexity))

  test('an attack that is slow here too', async () => {
    const { attack } = await evaluate('\\s+$', '')
    if (attack === undefined) throw new Error('no attack')
    const text = attackOf(attack, 4000)
    expect(text).toHaveLength(4000)
    expect(timeOf(/\s+$/, text)).toBeGreaterThan(timeOf(/(?<!\s)\s+$/, text))
  })
})

/** Milliseconds of processor time for one search, the least of three: what else the process does comes on top. */
function timeOf(pattern: RegExp, text: string): number {
  const once = new RegExp(pattern.source, pattern.flags.replaceAll(/[dgy]/g, ''))
  return Math.min(
    ...[1, 2, 3].map(() => {
      const from = processorMs()
      once.test(text)
      return processorMs() - from
    }),
  )
}
