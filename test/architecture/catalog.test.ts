import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { runCommand } from '../../src/app/commands/index.ts'
import { type ErrorEntry, catalog } from '../../src/kernel/errors/index.ts'
import { limits } from '../../src/kernel/limits.ts'
import { readTree, repository, withoutComments } from './source-tree.ts'

const entries = Object.entries(catalog as Record<string, ErrorEntry>)
const read = (name: string) => Bun.file(join(repository, name)).text()

describe('the error catalogue', () => {
  test('says what happened and what to do, without a full stop in the title', () => {
    const careless = entries.filter(
      ([, { message, remedy, sdkOnly }]) =>
        message.length < 5 || remedy.length < 5 || (/[^.]\.$/.test(message) && !sdkOnly),
    )
    expect(careless).toEqual([])
  })
  test('is in docs/errors.md, each code once, and nothing else is', async () => {
    const headings = [...(await read('docs/errors.md')).matchAll(/^## (\w+)$/gm)].map((match) => match[1] ?? '')
    expect(headings).toEqual(entries.map(([code]) => code))
  })
  test('holds no code that nothing raises', async () => {
    const source = [...(await readTree('src'))].filter(([path]) => !path.startsWith('kernel/errors/families/'))
    const text = source.map(([, each]) => each).join('\n')
    const unused = entries.filter(([code, { sdkOnly }]) => !sdkOnly && !later.has(code) && !text.includes(`'${code}'`))
    expect(unused.map(([code]) => code)).toEqual([])
  })
  test('no file answers a code of its own', async () => {
    const known = new Set(entries.map(([code]) => code))
    const own = [...(await readTree('src'))].flatMap(([path, source]) =>
      [...withoutComments(source).matchAll(/\bfail\(\s*'([A-Z_]+)'/g)]
        .filter((match) => !known.has(match[1] ?? ''))
        .map((match) => `${path}: ${match[1]}`),
    )
    expect(own).toEqual([])
  })
})

describe('the published contract', () => {
  test('names no code that is not in the catalogue', async () => {
    const contract = await printedContract()
    const codes = [...contract.matchAll(/"code":"([A-Z_]+)","error_type"/g)].map((match) => match[1] ?? '')
    expect(codes.length).toBeGreaterThan(10)
    expect(codes.filter((code) => !(code in catalog))).toEqual([])
  })
  test('documents every failure that a file of a surface throws', async () => {
    const contract = await printedContract()
    const surfaces = [...(await readTree('src/surfaces'))].filter(([path]) => !path.startsWith('projects/'))
    const thrown = surfaces.flatMap(([, source]) =>
      [...withoutComments(source).matchAll(/\bfail\(\s*'([A-Z_]+)'/g)].map((match) => match[1] ?? ''),
    )
    expect([...new Set(thrown)].filter((code) => !contract.includes(code))).toEqual([])
  })
})

async function printedContract(): Promise<string> {
  let printed = ''
  const refuse = () => Promise.reject(new Error('openapi reads nothing'))
  const out = (text: string) => void (printed += text)
  const code = await runCommand(['openapi'], {
    terminal: {
      out,
      err: () => undefined,
      bytes: () => undefined,
      readInput: refuse,
      inputBytes: () => new Blob([]).stream(),
      readSecret: refuse,
    },
  })
  expect(code).toBe(0)
  return JSON.stringify(JSON.parse(printed))
}

describe('the limits', () => {
  test('are in docs/limits.md, each with a meaning', async () => {
    const page = await read('docs/limits.md')
    const rows = new Map(
      [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]*) \|$/gm)].map((match) => [
        match[1] ?? '',
        (match[2] ?? '').trim(),
      ]),
    )
    expect([...rows.keys()]).toEqual(Object.keys(limits))
    expect([...rows].filter(([, meaning]) => meaning === '').map(([name]) => name)).toEqual([])
  })
})

/** Codes of the published contract whose surfaces are not built yet. */
const later = new Set(['NOT_ACCEPTABLE', 'SIGN_IN_REQUIRED', 'INSUFFICIENT_CREDITS'])
