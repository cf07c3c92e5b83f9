import { describe, expect, test } from 'bun:test'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  findNode,
  rebaseOperations,
} from '../../../src/email/document/index.ts'
import { outline, sketch } from './outline.ts'
import { blocks, valid, withBlocks } from './sample.ts'

const insert = (parent: string, index: number, ...ids: string[]): Operation => ({
  op: 'insert',
  parent,
  index,
  nodes: ids.map((id) => ({ id, type: 'text', text: id })),
})
const column = (parent: string, index: number, id: string): Operation => ({
  op: 'insert',
  parent,
  index,
  nodes: [{ id, type: 'column', width: { fr: 1 }, blocks: [] }],
})
const remove = (id: string, count?: number): Operation =>
  count === undefined ? { op: 'remove', id } : { op: 'remove', id, count }
const move = (id: string, parent: string, index: number): Operation => ({ op: 'move', id, parent, index })
const set = (id: string, props: Record<string, unknown>): Operation => ({ op: 'set', id, props })
const settings = (props: Record<string, unknown>): Operation => ({ op: 'settings', props })

/** What becomes of the operations, applied once more from the outside. */
function rebased(base: EmailDocument, since: Operation[], operations: Operation[]): EmailDocument {
  const result = rebaseOperations({ base, since, operations }, blocks)
  if (!('operations' in result)) throw new Error(JSON.stringify(result))
  const now = applyOperations(base, since, blocks)
  const applied = 'document' in now ? applyOperations(now.document, result.operations, blocks) : now
  if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
  expect(applied.document).toEqual(result.document)
  return applied.document
}

describe('changes that merge', () => {
  test.each<[string, Operation[], Operation[], string]>([
    // Positions shift by what others did before them.
    ['s(c(a b d))', [insert('c', 0, 'x')], [insert('c', 3, 'y')], 's(c(x a b d y))'],
    ['s(c(a b d))', [insert('c', 3, 'x')], [insert('c', 0, 'y')], 's(c(y a b d x))'],
    ['s(c(a b d))', [remove('a')], [insert('c', 2, 'y')], 's(c(b y d))'],
    ['s(c(a b d))', [remove('b')], [insert('c', 2, 'y')], 's(c(a y d))'],
    ['s(c(a b d))', [move('a', 'c', 2)], [insert('c', 1, 'y')], 's(c(b d a y))'],
    // At the same place theirs stand first, and what was put together stays together.
    ['s(c(a b))', [insert('c', 1, 'x')], [insert('c', 1, 'y')], 's(c(a x y b))'],
    ['s(c(a b))', [insert('c', 0, 'x')], [insert('c', 0, 'y')], 's(c(x y a b))'],
    ['s(c(a b))', [insert('c', 2, 'x')], [insert('c', 2, 'y'), insert('c', 3, 'z')], 's(c(a b x y z))'],
    ['s(c(a b))', [insert('c', 1, 'x')], [insert('c', 1, 'y'), insert('c', 1, 'z')], 's(c(a x z y b))'],
    ['s(c())', [insert('c', 0, 'x')], [insert('c', 0, 'y')], 's(c(x y))'],
    // Moves of different nodes.
    ['s(c(a b d e))', [move('a', 'c', 3)], [move('e', 'c', 0)], 's(c(e b d a))'],
    ['s(c(a b) d(e))', [move('a', 'd', 0)], [move('b', 'd', 1)], 's(c() d(a e b))'],
    ['s(c(a)) t(d(b))', [move('t', 'root', 0)], [move('a', 'd', 1)], 't(d(b a)) s(c())'],
    // Both did the same.
    ['s(c(a b))', [remove('a')], [remove('a')], 's(c(b))'],
    ['s(c(a b d))', [remove('a', 2)], [remove('b', 2)], 's(c())'],
    ['s(c(a b d))', [move('a', 'c', 2)], [move('a', 'c', 2)], 's(c(b d a))'],
    ['s(c(a b d))', [insert('c', 0, 'x'), move('a', 'c', 3)], [move('a', 'c', 2)], 's(c(x b d a))'],
    ['s(c(a))', [insert('c', 0, 'x')], [insert('c', 0, 'x')], 's(c(x a))'],
    ['s(c(a))', [remove('a'), insert('c', 0, 'x')], [insert('c', 1, 'x')], 's(c(x))'],
    // Sent again after an answer that was lost.
    ['s(c(a b))', [insert('c', 0, 'x'), remove('b')], [insert('c', 0, 'x'), remove('b')], 's(c(x a))'],
    [
      's(c(a b))',
      [insert('c', 0, 'x'), move('x', 'c', 2)],
      [insert('c', 0, 'x'), move('x', 'c', 2), remove('a')],
      's(c(b x))',
    ],
    // What is removed goes wherever it stands; what others took out of it stays.
    ['s(c(a b) d())', [move('a', 'd', 0)], [remove('a')], 's(c(b) d())'],
    ['s(c(a b) d(e))', [move('a', 'd', 0)], [remove('c')], 's(d(a e))'],
    ['s(c(a b d e))', [insert('c', 2, 'x')], [remove('b', 2)], 's(c(a x e))'],
    // What was put into a new node comes with it.
    [
      's(c(a) d(b))',
      [move('d', 's', 0)],
      [column('s', 2, 'n'), insert('n', 0, 'y'), move('a', 'n', 0)],
      's(d(b) n(a y) c())',
    ],
    // Undone by themselves, there is nothing to contradict.
    ['s(c(a b d))', [move('a', 'c', 2), move('a', 'c', 0)], [move('a', 'c', 1)], 's(c(b a d))'],
  ])('%s: %j, then %j', (line, since, operations, expected) => {
    expect(outline(rebased(sketch(line), since, operations))).toBe(expected)
  })

  const style = (more: object = {}) =>
    valid(withBlocks({ id: 'a', type: 'text', text: 'A', style: { size: 9 }, ...more }))
  test.each<[string, EmailDocument, Record<string, unknown>, Record<string, unknown>, object]>([
    ['different properties', style(), { name: 'N' }, { text: 'B' }, { name: 'N', text: [{ runs: [{ text: 'B' }] }] }],
    [
      'members of a style',
      style(),
      { style: { size: 9, weight: 400 } },
      { style: { size: 9, color: '#000' } },
      { style: { size: 9, weight: 400, color: '#000' } },
    ],
    [
      'a member that goes and one that comes',
      style(),
      { style: null },
      { style: { size: 9, color: '#000' } },
      { style: { color: '#000' } },
    ],
    ['the same value', style(), { text: '<p>B</p>' }, { text: 'B' }, { text: [{ runs: [{ text: 'B' }] }] }],
    ['a value that stays as it was', style(), { name: 'N' }, { name: null }, { name: 'N' }],
    [
      'hiding on both sides',
      style(),
      { hide: { mobile: true } },
      { hide: { desktop: true } },
      { hide: { mobile: true, desktop: true } },
    ],
  ])('%s', (_, base, theirs, mine, expected) => {
    expect(findNode(rebased(base, [set('a', theirs)], [set('a', mine)]), 'a')).toMatchObject(expected)
  })

  test('a move and a set of one node, in either order', () => {
    const [moves, sets] = [[move('a', 'd', 0)], [set('a', { name: 'N' })]]
    for (const document of [rebased(sketch('s(c(a) d())'), moves, sets), rebased(sketch('s(c(a) d())'), sets, moves)]) {
      expect(outline(document)).toBe('s(c() d(a))')
      expect(findNode(document, 'a')).toMatchObject({ name: 'N' })
    }
  })

  const named = { fields: [{ path: 'name', type: 'string' }] }
  test.each<[string, object, Record<string, unknown>, Record<string, unknown>, object]>([
    [
      'members of meta',
      {},
      { meta: { subject: 'S' } },
      { meta: { preheader: 'P' } },
      { meta: { subject: 'S', preheader: 'P' } },
    ],
    [
      'colours of the theme',
      {},
      { theme: { colors: { a: { light: '#000000' } } } },
      { theme: { colors: { b: { light: '#ffffff' } } } },
      { theme: { colors: { a: { light: '#000000' }, b: { light: '#ffffff' } } } },
    ],
    [
      'merge fields',
      named,
      { fields: [{ path: 'name', type: 'string', label: 'Name' }] },
      {
        fields: [
          { path: 'name', type: 'string' },
          { path: 'age', type: 'number' },
        ],
      },
      { fields: [{ path: 'name', label: 'Name' }, { path: 'age' }] },
    ],
    [
      'the whole of what was not there',
      {},
      { head: { css: 'p{}' } },
      { body: { width: 640 } },
      { head: { css: 'p{}' }, body: { width: 640 } },
    ],
  ])('%s', (_, base, theirs, mine, expected) => {
    expect(rebased(valid({ rows: [], ...base }), [settings(theirs)], [settings(mine)])).toMatchObject(expected)
  })

  test('an assigned id is assigned again, and later operations find the node', () => {
    const bare = (text: string): Operation => ({
      op: 'insert',
      parent: 'c',
      index: 0,
      nodes: [{ type: 'text', text } as never],
    })
    const document = rebased(sketch('s(c(a))'), [insert('c', 0, 'n1')], [bare('mine'), set('n1', { name: 'Mine' })])
    expect(outline(document)).toBe('s(c(n1 n2 a))')
    expect(findNode(document, 'n2')).toMatchObject({ name: 'Mine' })
    expect(findNode(document, 'n1')).not.toHaveProperty('name')
    expect(outline(rebased(sketch('s(c())'), [bare('same')], [bare('same')]))).toBe('s(c(n1 n2))')
  })
})

describe('changes that conflict', () => {
  const both = valid({
    ...withBlocks({ id: 'a', type: 'text', text: 'A', style: { size: 9 } }, { id: 'b', type: 'text', text: 'B' }),
    meta: { subject: 'S' },
    fields: [{ path: 'name', type: 'string' }],
  })
  type Brief = [operation: number, reason: string, id: string | undefined, property: string | undefined, other?: number]
  test.each<[string, Operation[], Operation[], Brief[]]>([
    [
      'two values',
      [set('b', { name: 'x' }), set('a', { text: 'X' })],
      [set('a', { text: 'Y' })],
      [[0, 'changed', 'a', 'text', 1]],
    ],
    [
      'two values in a style',
      [set('a', { style: { size: 8 } })],
      [set('a', { style: { size: 7 } })],
      [[0, 'changed', 'a', 'style.size', 0]],
    ],
    [
      'a value and none',
      [set('a', { style: { size: 8 } })],
      [set('a', { style: null })],
      [[0, 'changed', 'a', 'style.size', 0]],
    ],
    ['a set of what is gone', [remove('a')], [set('a', { text: 'Y' })], [[0, 'removed', 'a', undefined, 0]]],
    [
      'a set of what went with its column',
      [remove('s')],
      [set('b', { text: 'Y' })],
      [[0, 'removed', 'b', undefined, 0]],
    ],
    ['a move of what is gone', [remove('a')], [move('a', 'c', 1)], [[0, 'removed', 'a', undefined, 0]]],
    [
      'an insert into what is gone',
      [remove('s')],
      [insert('c', 0, 'x'), set('x', { name: 'X' })],
      [[0, 'removed', 'c', undefined, 0]],
    ],
    ['a removal of what was changed', [set('a', { name: 'N' })], [remove('s')], [[0, 'changed', 'a', 'name', 0]]],
    ['a removal of what got something new', [insert('c', 0, 'x')], [remove('s')], [[0, 'changed', 'x', undefined, 0]]],
    [
      'two places for one node',
      [insert('c', 2, 'x'), insert('c', 3, 'y'), move('a', 'c', 2)],
      [move('a', 'c', 1)],
      [[0, 'moved', 'a', undefined, 2]],
    ],
    [
      'two nodes with one id',
      [insert('c', 0, 'x')],
      [
        { op: 'insert', parent: 'c', index: 0, nodes: [{ id: 'x', type: 'spacer', height: 1 }] },
        set('x', { height: 2 }),
      ],
      [[0, 'taken', 'x', undefined, 0]],
    ],
    [
      'another type under the id',
      [remove('a'), { op: 'insert', parent: 'c', index: 0, nodes: [{ id: 'a', type: 'spacer', height: 1 }] }],
      [set('a', { text: 'Y' })],
      [[0, 'removed', 'a', undefined, 1]],
    ],
    [
      'two subjects',
      [settings({ meta: { subject: 'X' } })],
      [settings({ meta: { subject: 'Y', preheader: 'P' } })],
      [[0, 'changed', undefined, 'meta.subject', 0]],
    ],
    [
      'two types of a merge field',
      [settings({ fields: [{ path: 'name', type: 'url' }] })],
      [settings({ fields: [{ path: 'name', type: 'date' }] })],
      [[0, 'changed', undefined, 'fields.name.type', 0]],
    ],
    [
      'several at once',
      [remove('a'), set('b', { text: 'X' })],
      [set('a', { name: 'N' }), set('b', { text: 'Y', name: 'N' }), insert('c', 0, 'z')],
      [
        [0, 'removed', 'a', undefined, 0],
        [1, 'changed', 'b', 'text', 1],
      ],
    ],
    [
      'what the document has no room for now',
      [2, 3, 4, 5, 6].map((at) => column('s', 1, `c${at}`)),
      [column('s', 1, 'x')],
      [[0, 'refused', 's', undefined]],
    ],
  ])('%s', (_, since, operations, expected) => {
    const result = rebaseOperations({ base: both, since, operations }, blocks)
    const conflicts = 'conflicts' in result ? result.conflicts : []
    const brief = conflicts.map(({ id, operation, other, property, reason }) => [
      operation,
      reason,
      id,
      property,
      ...(other === undefined ? [] : [other.index]),
    ])
    expect(brief).toEqual(expected as never)
    for (const { message, other } of conflicts) {
      expect(message.length).toBeGreaterThan(10)
      if (other !== undefined) expect(since[other.index]).toBe(other.operation)
    }
  })

  test('nodes that would contain each other', () => {
    const base = sketch('s(c() d() e(l{y()}))')
    const since = [move('d', 'l', 1)]
    const result = rebaseOperations({ base, since, operations: [move('l', 'd', 0)] }, blocks)
    expect(result).toEqual({
      conflicts: [
        {
          operation: 0,
          reason: 'refused',
          id: 'l',
          other: { index: 0, operation: since[0] as Operation },
          message: 'a node cannot be moved into itself or into its descendants',
        },
      ],
    })
  })
})

test('more operations than one call may have are refused', () => {
  const operations = Array<Operation>(1001).fill(set('a', {}))
  expect(rebaseOperations({ base: sketch('s(c(a))'), since: [], operations }, blocks)).toHaveProperty('issues')
})

test('operations that do not fit the base are rejected with issues', () => {
  const result = rebaseOperations(
    { base: sketch('s(c(a))'), since: [], operations: [set('a', {}), remove('z')] },
    blocks,
  )
  expect(result).toEqual({ issues: [{ path: '/1/id', message: 'no node has the id z' }] })
})

test('a history that does not belong to the base is a mistake of the caller', () => {
  expect(() => rebaseOperations({ base: sketch('s(c(a))'), since: [remove('z')], operations: [] }, blocks)).toThrow(
    'does not apply',
  )
})
