import { describe, expect, test } from 'bun:test'
import {
  type Operation,
  applyOperation,
  applyOperations,
  compareDocuments,
  findNode,
  listBlocks,
  lockBreaches,
  operationsBetween,
  rebaseOperations,
  restoreNodes,
  translate,
} from '../../../src/email/document/index.ts'
import { blocks, issuesOf, valid, withBlocks } from './sample.ts'

const accordion = (fallback: unknown, rest: object = {}) => ({
  id: 'a',
  type: 'accordion',
  items: [],
  fallback,
  ...rest,
})
const text = (id: string, words = id) => ({ id, type: 'text', text: words })
const spacer = (id: string, height = 1) => ({ id, type: 'spacer', height })
const list = (inside: unknown[], rest: object = {}) => ({
  id: 'l',
  type: 'dynamicList',
  src: '',
  path: 'items',
  as: 'item',
  blocks: inside,
  ...rest,
})

function apply(input: object, operation: Operation) {
  return applyOperation(valid(input), operation, blocks)
}

function applied(input: object, operation: Operation) {
  const result = apply(input, operation)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.document
}

function refused(input: object, operation: Operation): string {
  const result = apply(input, operation)
  return 'issues' in result ? (result.issues[0]?.message ?? '') : 'accepted'
}

describe('the fallback of an interactive block', () => {
  test('is auto, none, or a list of blocks that are ordinary nodes', () => {
    for (const fallback of ['auto', undefined, [text('t')]])
      expect(() => valid(withBlocks(accordion(fallback)))).not.toThrow()
    expect(issuesOf(withBlocks(accordion('none')))[0]?.message).toBe('expected auto, or a list of blocks, not "none"')
    expect(issuesOf(withBlocks(accordion([{ type: 'text' }])))[0]?.path).toBe(
      '/rows/0/columns/0/blocks/0/fallback/0/text',
    )
    expect(issuesOf(withBlocks(accordion([text('t'), text('t')])))[0]?.message).toContain('used twice')
    expect(issuesOf(withBlocks(accordion([text('s')])))[0]?.message).toContain('used twice')
    const named = valid(withBlocks({ type: 'accordion', items: [], fallback: [{ type: 'spacer', height: 1 }] }))
    expect(
      listBlocks(named)
        .map(({ id, parent_id, path, type }) => [type, id, parent_id, path])
        .slice(2),
    ).toEqual([
      ['accordion', 'n1', 'c', '/rows/0/columns/0/blocks/0'],
      ['spacer', 'n2', 'n1', '/rows/0/columns/0/blocks/0/fallback/0'],
    ])
  })

  test('holds no other interactive block', () => {
    const message = 'an interactive block cannot be inside another'
    const inner = { ...accordion('auto'), id: 'b' }
    expect(issuesOf(withBlocks(accordion([inner])))[0]?.message).toBe(message)
    expect(issuesOf(withBlocks(list([inner])))[0]?.message).toBe(message)
    const columns = { type: 'columns', columns: [{ blocks: [inner] }] }
    expect(issuesOf(withBlocks(accordion([columns])))[0]?.message).toBe(message)
    expect(refused(withBlocks(list([])), { op: 'insert', parent: 'l', index: 0, nodes: [inner as never] })).toBe(
      message,
    )
    expect(refused(withBlocks(list([]), inner), { op: 'move', id: 'b', parent: 'l', index: 0 })).toBe(message)
    expect(
      refused(withBlocks(accordion([text('t')])), {
        op: 'set',
        id: 't',
        props: { each: { in: 'x', as: 'y', else: [inner] } },
      }),
    ).toBe(message)
  })

  test('is set as a whole, and its blocks by their ids', () => {
    const before = withBlocks(accordion([spacer('t'), text('u')]))
    const inner = applied(before, { op: 'set', id: 't', props: { height: 9 } })
    expect(findNode(inner, 't')).toMatchObject({ height: 9 })
    expect(findNode(inner, 'u')).toMatchObject({ id: 'u' })
    const whole = applied(before, { op: 'set', id: 'a', props: { fallback: [text('u'), spacer('v')] } })
    expect(listBlocks(whole).map(({ id }) => id)).toEqual(['s', 'c', 'a', 'u', 'v'])
    expect(findNode(applied(before, { op: 'set', id: 'a', props: { fallback: 'auto' } }), 't')).toBeUndefined()
  })

  test('takes every operation, in the list that is named after the block', () => {
    const before = valid(withBlocks(accordion([spacer('t'), text('u')]), text('x')))
    const steps: [Operation, string][] = [
      [{ op: 'insert', parent: 'a/fallback', index: 1, nodes: [text('v') as never] }, 't v u | x'],
      [{ op: 'move', id: 'u', parent: 'a/fallback', index: 0 }, 'u t v | x'],
      [{ op: 'move', id: 'x', parent: 'a/fallback', index: 3 }, 'u t v x |'],
      [{ op: 'move', id: 't', parent: 'c', index: 1 }, 'u v x | t'],
      [{ op: 'remove', id: 'u', count: 2 }, 'x | t'],
      [{ op: 'remove', id: 'x' }, '| t'],
      [{ op: 'insert', parent: 'a/fallback', index: 0, nodes: [spacer('u') as never] }, 'u | t'],
    ]
    let current = before
    const back: Operation[] = []
    for (const [operation, reads] of steps) {
      const done = applyOperation(current, operation, blocks)
      if ('issues' in done) throw new Error(JSON.stringify(done.issues))
      current = done.document
      back.unshift(done.inverse)
      const { fallback } = findNode(current, 'a') as { fallback?: { id: string }[] }
      const others = listBlocks(current).filter(({ parent_id }) => parent_id === 'c')
      const line = `${fallback?.map(({ id }) => id).join(' ')} | ${others
        .slice(1)
        .map(({ id }) => id)
        .join(' ')}`
      expect(line.trim()).toBe(reads)
    }
    const undone = applyOperations(current, back, blocks)
    expect('document' in undone && undone.document).toEqual(before)
  })

  test('the alternative blocks of a loop accept every operation too', () => {
    const before = valid(withBlocks({ ...spacer('e'), each: { in: 'x', as: 'y', else: [text('t')] } }))
    const next = applied(before, { op: 'insert', parent: 'e/else', index: 1, nodes: [spacer('u') as never] })
    const moved = applied(next, { op: 'move', id: 't', parent: 'e/else', index: 1 })
    expect(findNode(moved, 'e')).toMatchObject({ each: { else: [{ id: 'u' }, { id: 't' }] } })
  })

  test.each<[string, Operation]>([
    [
      'the block generates its fallback; first set its fallback to a list of blocks',
      { op: 'insert', parent: 'auto/fallback', index: 0, nodes: [spacer('v') as never] },
    ],
    [
      'the node has no content for an empty loop; first set its each with else',
      { op: 'insert', parent: 'a/else', index: 0, nodes: [spacer('v') as never] },
    ],
    [
      'expected a position from 0 to 1',
      { op: 'insert', parent: 'a/fallback', index: 2, nodes: [spacer('v') as never] },
    ],
    ['no node has the id nobody', { op: 'insert', parent: 'nobody/fallback', index: 0, nodes: [spacer('v') as never] }],
    [
      'an interactive block cannot be inside another',
      { op: 'insert', parent: 'a/fallback', index: 0, nodes: [accordion('auto', { id: 'b' }) as never] },
    ],
    [
      'a node cannot be moved into itself or into its descendants',
      { op: 'move', id: 'a', parent: 'a/fallback', index: 0 },
    ],
    [
      'the id t is used twice; ids must be unique',
      { op: 'insert', parent: 'a/fallback', index: 1, nodes: [spacer('t') as never] },
    ],
  ])('is refused with a reason: %s', (reason, operation) => {
    const before = withBlocks(accordion([spacer('t')]), accordion('auto', { id: 'auto' }))
    expect(refused(before, operation)).toBe(reason)
  })

  test('can be changed by two authors at the same time', () => {
    const base = valid(withBlocks(accordion([spacer('t'), text('u')])))
    const rebased = rebaseOperations(
      {
        base,
        since: [{ op: 'insert', parent: 'a/fallback', index: 0, nodes: [spacer('v') as never] }],
        operations: [
          { op: 'insert', parent: 'a/fallback', index: 2, nodes: [text('w') as never] },
          { op: 'remove', id: 't' },
        ],
      },
      blocks,
    )
    if (!('document' in rebased)) throw new Error(JSON.stringify(rebased))
    expect(findNode(rebased.document, 'a')).toMatchObject({ fallback: [{ id: 'v' }, { id: 'u' }, { id: 'w' }] })
  })

  test('is compared node by node, separately from the alternative blocks of a loop', () => {
    const each = (otherwise: unknown[]) => ({ each: { in: 'x', as: 'y', else: otherwise } })
    const from = valid(withBlocks(accordion([text('t')], each([text('u')]))))
    const to = valid(withBlocks(accordion([text('u')], each([text('t')]))))
    expect(compareDocuments(from, to).moved.map(({ id, after }) => [id, after.path.slice(-10)])).toEqual([
      ['t', 'ach/else/0'],
      ['u', 'fallback/0'],
    ])
    const there = applyOperations(from, operationsBetween(from, to), blocks)
    expect('document' in there && there.document).toEqual(to)
    const word = valid(withBlocks(accordion([text('t', 'Other')])))
    expect(compareDocuments(valid(withBlocks(accordion([text('t')]))), word).changed.map(({ id }) => id)).toEqual(['t'])
  })

  test('is restored, translated and protected by locks', () => {
    const version = valid(withBlocks(accordion([text('t'), text('u')])))
    const current = valid(withBlocks(accordion([text('u')])))
    const restored = restoreNodes({ current, version }, ['t'], blocks)
    const back = 'operations' in restored ? applyOperations(current, restored.operations, blocks) : restored
    expect('document' in back && back.document).toEqual(version)
    const translations = { default: 'en', locales: { de: { 't.text': 'Hallo' } } }
    const german = translate(valid({ ...withBlocks(accordion([text('t')])), translations }), 'de')
    expect(JSON.stringify(findNode(german, 't'))).toContain('Hallo')
    const locked = valid(withBlocks(accordion([text('t')], { lock: { content: true } })))
    const changed = valid(withBlocks(accordion([text('t', 'Other'), text('v')], { lock: { content: true } })))
    expect(lockBreaches(locked, changed, blocks).map(({ id }) => id)).toEqual(['v', 't'])
  })
})

describe('the blocks of a dynamic list', () => {
  test('are inserted and removed by operations, like those of a column', () => {
    const start = withBlocks(list([text('t')]), text('u'))
    const inserted = applied(start, { op: 'insert', parent: 'l', index: 1, nodes: [spacer('v') as never] })
    expect(listBlocks(inserted).map(({ id, parent_id }) => `${id} in ${parent_id}`)).toContain('v in l')
    const moved = applied(start, { op: 'move', id: 'u', parent: 'l', index: 0 })
    expect(listBlocks(moved).map(({ id }) => id)).toEqual(['s', 'c', 'l', 'u', 't'])
    expect(refused(start, { op: 'set', id: 'l', props: { blocks: [] } })).toContain('use insert')
    expect(
      refused(start, { op: 'insert', parent: 'l', index: 0, nodes: [{ type: 'section', columns: [] } as never] }),
    ).toContain('expected a block')
  })

  test('are separate from its fallback', () => {
    const from = valid(withBlocks(list([text('t')], { fallback: [text('u')] })))
    const to = valid(withBlocks(list([text('u')], { fallback: [text('t')] })))
    const there = applyOperations(from, operationsBetween(from, to), blocks)
    expect('document' in there && there.document).toEqual(to)
  })
})
