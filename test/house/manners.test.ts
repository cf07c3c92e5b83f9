import { describe, expect, test } from 'bun:test'
import { findEmptyNames, findHabits, findSilentDoors, findSilentFunctions, findUnusedExports } from './manners.ts'
import { type SourceTree, readTree } from './source-tree.ts'

const source = await readTree('src')
const sdk = await readTree('sdk')
const tests = await readTree('test')
const work: SourceTree = new Map([...(await readTree('scripts')), ...(await readTree('bench'))])
// The planted violations of this folder would be found as real ones.
const outside: SourceTree = new Map([...tests].filter(([path]) => !path.startsWith('house/')))

describe('the manners of the house', () => {
  test('file names say what is inside', () => expect([source, tests, work].flatMap(findEmptyNames)).toEqual([]))
  test('source keeps no bad habits', () => expect(findHabits(source, 'source')).toEqual([]))
  test('tests keep no bad habits', () => expect(findHabits(outside, 'test')).toEqual([]))
  test('scripts and benchmarks keep no bad habits', () => expect(findHabits(work, 'source')).toEqual([]))
  test('every door says what the room is for', () => expect(findSilentDoors(source)).toEqual([]))
  test('every exported function says what it means', () => expect(findSilentFunctions(source)).toEqual([]))
  test('nothing is exported that nobody imports', () =>
    expect(findUnusedExports([source, tests, work], [sdk])).toEqual([]))
})

describe('the inspector sees', () => {
  const one = (path: string, text: string): SourceTree => new Map([[path, text]])

  test('a name that says nothing', () => {
    expect(findEmptyNames(one('engines/render/utils.ts', ''))).toHaveLength(1)
    expect(findEmptyNames(one('engines/render/html-helpers.ts', ''))).toHaveLength(1)
    expect(findEmptyNames(one('engines/render/ghostTable.ts', ''))).toHaveLength(1)
    expect(findEmptyNames(one('engines/render/database.ts', ''))).toHaveLength(0)
  })

  const habits = [
    ['// TODO later', 'leaves work behind'],
    ['// @ts-ignore', 'silences the compiler'],
    ['const a: any = 1', 'uses any'],
    ['const a = b as any', 'uses any'],
    ['const a: Record<string, any> = {}', 'uses any'],
    ['const a = b as unknown as string', 'casts through unknown'],
    ['export default 1', 'exports a default'],
    ["const a = '/home/someone/x'", 'names a path of one machine'],
    ['// ---------- parts', 'draws a banner'],
  ] as const
  for (const [text, says] of habits)
    test(`“${text}”`, () =>
      expect(findHabits(one('kernel/a.ts', `\n${text}`), 'source')).toEqual([`kernel/a.ts:2 ${says}`]))

  test('a test that is left out', () => {
    expect(findHabits(one('kernel/a.test.ts', "test.skip('x')"), 'test')).toEqual([
      'kernel/a.test.ts:1 leaves a test out',
    ])
  })
  test('a door without a word', () => {
    expect(findSilentDoors(one('kernel/ids/index.ts', "export * from './id.ts'"))).toHaveLength(1)
  })
  test('a function without a word', () => {
    expect(findSilentFunctions(one('kernel/a.ts', 'export function a() {}'))).toHaveLength(1)
    expect(findSilentFunctions(one('kernel/a.ts', '/** One. */\nexport function a() {}'))).toHaveLength(0)
  })
  test('an export that nobody imports, and no type that a function gives', () => {
    const tree = new Map([
      ['kernel/a.ts', 'export const one = 1\nexport const two = one\nexport interface A {}\nexport function a(): A {}'],
      ['kernel/b.ts', "import { a, two } from './a.ts'"],
    ])
    expect(findUnusedExports([tree])).toEqual(['kernel/a.ts exports one, which nobody else uses'])
  })
  test('nothing in words that only look like a habit', () => {
    expect(
      findHabits(one('kernel/a.ts', "const a = 'any: company'\n// as many, any kind\nconst b: Company = c"), 'source'),
    ).toEqual([])
  })
})
