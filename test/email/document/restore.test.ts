import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type EmailDocument,
  applyOperations,
  compareDocuments,
  findNode,
  restoreNodes,
  walkNodes,
} from '../../../src/email/document/index.ts'
import { documents } from './arbitrary.ts'
import { outline, sketch } from './outline.ts'
import { blocks, valid, withBlocks } from './sample.ts'

function restored(current: EmailDocument, version: EmailDocument, ...ids: string[]): EmailDocument {
  const result = restoreNodes({ current, version }, ids, blocks)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  expect(result.missing).toEqual([])
  const applied = applyOperations(current, result.operations, blocks)
  if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
  return applied.document
}

describe('nodes brought back from a version', () => {
  test.each<[title: string, version: string, current: string, ids: string[], expected: string]>([
    ['a block to its old place', 's(c(a b d))', 's(c(a d))', ['b'], 's(c(a b d))'],
    ['a block among newer ones', 's(c(a b d))', 's(c(x a y d z))', ['b'], 's(c(x a b y d z))'],
    ['the first of a list', 's(c(a b))', 's(c(x b))', ['a'], 's(c(a x b))'],
    ['neighbors in their order', 's(c(a b d e))', 's(c(e a))', ['d', 'b'], 's(c(e a b d))'],
    ['a block whose column stands elsewhere', 's(c(a b)) t(d())', 't(d() c(b)) s(x())', ['a'], 't(d() c(a b)) s(x())'],
    ['a section with all in it', 's(c(a b)) t(d(e))', 't(d(e))', ['s'], 's(c(a b)) t(d(e))'],
    ['a block that moved keeps its place', 's(c(a b))', 's(c(b a))', ['a'], 's(c(b a))'],
    ['contents of a column that is there', 's(c(a b))', 's(c(b x a))', ['c'], 's(c(a b))'],
    ['with what was in it and moved out', 's(c(a b) d())', 's(c(b) d(a))', ['c'], 's(c(a b) d())'],
    ['what moved in goes home', 's(c(a) d(b e))', 's(c(b a) d(e))', ['c'], 's(c(a) d(b e))'],
    ['a whole column that moved in', 's(c(a)) t(d(b) e(f))', 's(d(b) c(a)) t(e(f))', ['s'], 's(c(a)) t(d(b) e(f))'],
    ['a block whose column is gone comes with it', 's(c(a b) d(e))', 's(d(e))', ['b'], 's(c(b) d(e))'],
    ['a block whose section is gone comes with that', 's(c(a b) d(e)) t(f())', 't(f())', ['b'], 's(c(b)) t(f())'],
    ['several from one section that is gone', 's(c(a b) d(e)) t(f())', 't(f())', ['b', 'e'], 's(c(b) d(e)) t(f())'],
    ['into a group that is there', 'g[s(c(a)) t(d(b))]', 'g[t(d(b))]', ['a'], 'g[s(c(a)) t(d(b))]'],
    ['with a group that is gone', 'g[s(c(a b))] t(d())', 't(d())', ['b'], 'g[s(c(b))] t(d())'],
    ['from nested columns', 's(c(k{x(a) y(b)}))', 's(c())', ['b'], 's(c(k{y(b)}))'],
    [
      'where no column fits any more',
      's(c(a) d())',
      's(d() e() f() h() i() j(z))',
      ['a'],
      's(d() e() f() h() i() j(z a))',
    ],
    ['a section that lost its last column to another', 's(c(a)) t(d())', 't(d(a))', ['s'], 's(c(a)) t(d())'],
    ['the section that is emptied by it goes', 's(c(a)) t(d())', 't(d()) u(c(a))', ['s'], 's(c(a)) t(d())'],
    ['a node inside a chosen one', 's(c(a b))', 's(d())', ['s', 'a'], 's(c(a b))'],
    ['under an id that another type has now', 's(c(a b))', 's(x(c))', ['b'], 's(n1(b) x(c))'],
  ])('%s', (_, version, current, ids, expected) => {
    expect(outline(restored(sketch(current), sketch(version), ...ids))).toBe(expected)
  })

  test('have the properties that they had', () => {
    const version = valid(withBlocks({ id: 'a', type: 'text', text: 'Old', style: { size: 9 } }))
    const current = valid(
      withBlocks({ id: 'a', type: 'text', text: 'New', name: 'N' }, { id: 'b', type: 'spacer', height: 1 }),
    )
    expect(findNode(restored(current, version, 'a'), 'a')).toEqual(findNode(version, 'a') as never)
  })

  test('have the type that they had', () => {
    const version = valid(withBlocks({ id: 'a', type: 'text', text: 'Old' }))
    const current = valid(withBlocks({ id: 'x', type: 'spacer', height: 1 }, { id: 'a', type: 'spacer', height: 1 }))
    const document = restored(current, version, 'a')
    expect(outline(document)).toBe('s(c(x a))')
    expect(findNode(document, 'a')).toMatchObject({ type: 'text' })
  })

  test('come with their assets and translations', () => {
    const image = { id: 'i', type: 'image', src: 'logo', alt: 'A' }
    const logo = { url: '/cdn/a/logo.png', width: 1, height: 1, mime: 'image/png' }
    const version = valid({
      ...withBlocks(image, { id: 'x', type: 'image', src: 'other', alt: '' }),
      assets: { logo, other: logo },
      translations: { default: 'en', locales: { de: { 'i.alt': 'B', 'x.alt': 'C' } } },
    })
    const current = valid({
      ...withBlocks({ id: 'a', type: 'text', text: 'A' }),
      translations: { default: 'en', locales: { de: { 'a.text': 'D' }, fr: {} } },
    })
    const document = restored(current, version, 'i')
    expect(document.assets).toEqual({ logo })
    expect(document.translations?.locales).toEqual({
      de: { 'a.text': current.translations?.locales['de']?.['a.text'], 'i.alt': 'B' },
      fr: {},
    })
  })

  test('that were alternatives of a loop return to it, or after it when it has no alternatives any more', () => {
    const loop = (each?: object) =>
      valid(withBlocks({ id: 'a', type: 'text', text: 'A', ...(each === undefined ? {} : { each }) }))
    const each = { in: 'list', as: 'one' }
    const version = loop({ ...each, else: [{ id: 'o', type: 'spacer', height: 1 }] })
    expect(findNode(restored(loop(each), version, 'o'), 'a')).toMatchObject({ each: { else: [{ id: 'o' }] } })
    expect(outline(restored(loop(), version, 'o'))).toBe('s(c(a o))')
  })

  test('that were alternatives of a section go into an existing column, never into a restored one', () => {
    const of = (rows: object[]) => valid({ rows })
    const text = (id: string) => ({ id, type: 'text', text: id })
    const column = (id: string, ...blocks: object[]) => ({ id, blocks })
    const loop = (...columns: object[]) => ({
      id: 's',
      each: { in: 'list', as: 'one', else: [text('o')] },
      columns,
    })
    const version = of([loop(column('c', text('a')), column('d', text('b'))), { id: 't', columns: [column('e')] }])
    const moved = of([{ id: 't', columns: [column('c', text('a'), text('o')), column('e')] }])
    expect(outline(restored(moved, version, 'c'))).toBe('s(n1(o)) t(c(a) e())')
    const plain = of([{ id: 's', columns: [column('c', text('a'), text('o')), column('d', text('b'))] }])
    expect(outline(restored(plain, version, 'c'))).toBe('s(c(a) d(b o))')
    const alone = of([{ id: 's', columns: [column('c', text('a'), text('o'))] }])
    expect(outline(restored(alone, version, 'c'))).toBe('s(c(a))')
  })

  test('that the version does not have are named', () => {
    const result = restoreNodes({ current: sketch('s(c(a))'), version: sketch('s(c(b))') }, ['b', 'z', 'a'], blocks)
    expect(result).toMatchObject({ missing: ['z', 'a'], operations: [{ op: 'insert', parent: 'c', index: 0 }] })
    expect(restoreNodes({ current: sketch(''), version: sketch('') }, ['z'], blocks)).toEqual({
      operations: [],
      missing: ['z'],
    })
  })

  test('are refused where the document would be too large', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `b${at}`, type: 'spacer', height: 1 }))
    const version = valid({ rows: [{ id: 't', columns: [{ id: 'd', blocks: many(3) }] }] })
    const current = valid(withBlocks(...many(4998).map((one) => ({ ...one, id: `x${one.id}` }))))
    expect(restoreNodes({ current, version }, ['t'], blocks)).toHaveProperty('issues')
  })

  test('are unchanged, and restoring all of them gives the rows of the version', () => {
    fc.assert(
      fc.property(documents, documents, fc.nat(), (version, current, pick) => {
        const nodes = [...walkNodes(version)].map(({ node }) => node)
        const chosen = nodes[pick % Math.max(nodes.length, 1)]
        const result = restoreNodes({ current, version }, chosen === undefined ? [] : [chosen.id], blocks)
        // Nodes of two documents without a common past may not fit into each other.
        if ('issues' in result || chosen === undefined) return
        const applied = applyOperations(current, result.operations, blocks)
        if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
        if (result.missing.length === 0) expect(findNode(applied.document, chosen.id)).toEqual(chosen)
        const all = restored({ ...version, rows: [] }, version, ...nodes.map(({ id }) => id))
        const { added, changed, moved, removed } = compareDocuments(version, all)
        expect([added, changed, moved, removed].flat()).toEqual([])
      }),
      { numRuns: 120 },
    )
  })
})
