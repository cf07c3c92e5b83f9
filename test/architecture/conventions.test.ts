import { describe, expect, test } from 'bun:test'
import {
  findForbidden,
  findFoldersOfOneFile,
  findRestatements,
  findUndocumentedEntryPoints,
  findUnusedExports,
  findVagueNames,
} from './conventions.ts'
import { Glob } from 'bun'
import { join } from 'node:path'
import { type SourceTree, readTree, repository } from './source-tree.ts'

const source = await readTree('src')
const sdk = await readTree('sdk')
const tests = await readTree('test')
const work: SourceTree = new Map([...(await readTree('scripts')), ...(await readTree('bench'))])
// The examples of violations in this folder would be found as real ones.
const outside: SourceTree = new Map([...tests].filter(([path]) => !path.startsWith('architecture/')))

describe('the conventions hold', () => {
  test('file names name a subject', () => expect([source, tests, work].flatMap(findVagueNames)).toEqual([]))
  test('no folder holds one file only', () =>
    expect(findFoldersOfOneFile([...new Glob('**/*').scanSync(join(repository, 'src'))])).toEqual([]))
  test('source contains no forbidden pattern', () => expect(findForbidden(source, 'source')).toEqual([]))
  test('tests contain no forbidden pattern', () => expect(findForbidden(outside, 'test')).toEqual([]))
  test('scripts and benchmarks contain no forbidden pattern', () => expect(findForbidden(work, 'source')).toEqual([]))
  test('every entry point describes its module', () => expect(findUndocumentedEntryPoints(source)).toEqual([]))
  test('no docstring restates a name', () => expect(findRestatements(source)).toEqual([]))
  test('every export is imported', () => expect(findUnusedExports([source, tests, work], [sdk])).toEqual([]))
})

describe('the checker finds', () => {
  const one = (path: string, text: string): SourceTree => new Map([[path, text]])

  test('a vague name', () => {
    expect(findVagueNames(one('email/render/utils.ts', ''))).toHaveLength(1)
    expect(findVagueNames(one('email/render/html-helpers.ts', ''))).toHaveLength(1)
    expect(findVagueNames(one('email/render/ghostTable.ts', ''))).toHaveLength(1)
    expect(findVagueNames(one('email/render/database.ts', ''))).toHaveLength(0)
  })

  test('a folder of one file', () => {
    expect(findFoldersOfOneFile(['email/pdf/a.ts', 'email/pdf/images/b.ts', 'main.ts'])).toEqual([
      'email',
      'email/pdf/images',
    ])
    expect(findFoldersOfOneFile(['pdf/a.ts', 'pdf/images/b.ts', 'pdf/images/c.css'])).toEqual([])
  })

  const examples = [
    ['// TODO later', 'leaves work undone'],
    ['// @ts-ignore', 'silences the compiler'],
    ['const a: any = 1', 'uses any'],
    ['const a = b as any', 'uses any'],
    ['const a: Record<string, any> = {}', 'uses any'],
    ['const a = b as unknown as string', 'casts through unknown'],
    ['export default 1', 'exports a default'],
    ["const a = '/home/someone/x'", 'names a path of one machine'],
    ['// ---------- parts', 'is a banner comment'],
  ] as const
  for (const [text, message] of examples)
    test(`“${text}”`, () =>
      expect(findForbidden(one('kernel/a.ts', `\n${text}`), 'source')).toEqual([`kernel/a.ts:2 ${message}`]))

  test('a skipped test', () => {
    expect(findForbidden(one('kernel/a.test.ts', "test.skip('x')"), 'test')).toEqual([
      'kernel/a.test.ts:1 skips a test',
    ])
  })
  test('an entry point without a description', () => {
    expect(findUndocumentedEntryPoints(one('kernel/ids/index.ts', "export * from './id.ts'"))).toHaveLength(1)
  })
  test('a docstring that restates a name', () => {
    expect(findRestatements(one('kernel/a.ts', '/** Whether it costs. */\nexport function a() {}'))).toHaveLength(1)
    expect(findRestatements(one('kernel/a.ts', '/** The price in cents. */\nexport function a() {}'))).toHaveLength(0)
  })
  test('an export that no file imports, but no type that a function returns', () => {
    const tree = new Map([
      ['kernel/a.ts', 'export const one = 1\nexport const two = one\nexport interface A {}\nexport function a(): A {}'],
      ['kernel/b.ts', "import { a, two } from './a.ts'"],
    ])
    expect(findUnusedExports([tree])).toEqual(['kernel/a.ts exports one, which no other file uses'])
  })
  test('nothing in text that only resembles a forbidden pattern', () => {
    expect(
      findForbidden(
        one('kernel/a.ts', "const a = 'any: company'\n// as many, any kind\nconst b: Company = c"),
        'source',
      ),
    ).toEqual([])
  })
})
