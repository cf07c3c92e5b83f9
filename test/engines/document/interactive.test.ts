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
  restoreNodes,
  translate,
} from '../../../src/engines/document/index.ts'
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

describe('what an interactive block shows instead', () => {
  test('is auto, nothing, or a list of blocks that are nodes like all others', () => {
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
    const message = 'an interactive block cannot stand inside another'
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

  test('is set as a whole, and what is in it by its own ids', () => {
    const before = withBlocks(accordion([spacer('t'), text('u')]))
    const inner = applied(before, { op: 'set', id: 't', props: { height: 9 } })
    expect(findNode(inner, 't')).toMatchObject({ height: 9 })
    expect(findNode(inner, 'u')).toMatchObject({ id: 'u' })
    const whole = applied(before, { op: 'set', id: 'a', props: { fallback: [text('u'), spacer('v')] } })
    expect(listBlocks(whole).map(({ id }) => id)).toEqual(['s', 'c', 'a', 'u', 'v'])
    expect(findNode(applied(before, { op: 'set', id: 'a', props: { fallback: 'auto' } }), 't')).toBeUndefined()
    const why = 'is shown as a fallback; change it by setting fallback of the interactive block'
    expect(refused(before, { op: 'remove', id: 't' })).toBe(why)
    expect(refused(before, { op: 'move', id: 't', parent: 'c', index: 0 })).toBe(why)
  })

  test('is told in comparisons node by node, and told apart from what a loop shows', () => {
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

  test('comes back, speaks other languages, and is held by locks', () => {
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
  test('come and go by operations, as those of a column do', () => {
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

  test('stand beside its fallback', () => {
    const from = valid(withBlocks(list([text('t')], { fallback: [text('u')] })))
    const to = valid(withBlocks(list([text('u')], { fallback: [text('t')] })))
    const there = applyOperations(from, operationsBetween(from, to), blocks)
    expect('document' in there && there.document).toEqual(to)
  })
})
