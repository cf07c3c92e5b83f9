import { describe, expect, test } from 'bun:test'
import {
  type EmailDocument,
  type Operation,
  applyOperation,
  applyOperations,
  findNode,
} from '../../../src/email/document/index.ts'
import { blocks, valid } from './sample.ts'

const spacer = { type: 'spacer', height: 1 }
const start = valid({
  meta: { title: 'Start' },
  assets: { logo: { url: '/cdn/a/logo.png', width: 1, height: 1, mime: 'image/png' } },
  rows: [
    {
      id: 'hero',
      type: 'section',
      columns: [
        {
          id: 'left',
          blocks: [
            { id: 'a', type: 'text', text: 'A' },
            { id: 'b', ...spacer },
          ],
        },
        {
          id: 'right',
          blocks: [{ id: 'cols', type: 'columns', columns: [{ id: 'inner', blocks: [{ id: 'c', ...spacer }] }] }],
        },
      ],
    },
    { id: 'band', type: 'group', rows: [{ id: 'foot', type: 'section', columns: [{ id: 'only', blocks: [] }] }] },
    {
      id: 'loop',
      type: 'section',
      columns: [{ id: 'each', each: { in: 'items', as: 'item', else: [{ id: 'none', ...spacer }] }, blocks: [] }],
    },
  ],
  translations: { default: 'en', locales: { de: { 'a.text': 'AA' } } },
})

function apply(operation: unknown, document: EmailDocument = start): EmailDocument {
  const applied = applyOperation(document, operation as Operation, blocks)
  if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
  return applied.document
}

describe('operations that are refused', () => {
  const insert = (parent: string, node: unknown, index = 0) => ({ op: 'insert', parent, index, nodes: [node] })
  test.each<[unknown, string, string]>([
    [null, '', 'expected an operation'],
    [{ op: 'explode' }, '/op', 'one of insert, remove'],
    [{ op: 'constructor' }, '/op', 'one of insert'],
    [{ op: 'remove', id: 'a', extra: 1 }, '/extra', 'not a member of remove'],
    [{ op: 'remove', id: 5 }, '/id', 'the id of a node'],
    [{ op: 'remove', id: 'gone' }, '/id', 'no node has the id gone'],
    [{ op: 'remove', id: 'a', count: 0 }, '/count', 'a number of nodes'],
    [{ op: 'remove', id: 'a', count: 3 }, '/count', 'only 2 nodes follow'],
    [{ op: 'remove', id: 'only' }, '/id', 'needs at least one column'],
    [{ op: 'insert', parent: 'left', index: 0, nodes: [] }, '/nodes', 'at least one node'],
    [insert('gone', spacer), '/parent', 'no node has the id'],
    [insert('each/else', { ...spacer, id: 'b' }), '/nodes/0/id', 'used twice'],
    [insert('a', spacer), '/parent', 'cannot contain nodes'],
    [insert('left', spacer, 9), '/index', 'from 0 to 2'],
    [insert('left', spacer, -1), '/index', 'counted from 0'],
    [insert('left', { ...spacer, id: 'b' }), '/nodes/0/id', 'used twice'],
    [insert('left', { type: 'section', columns: [{ blocks: [] }] }), '/nodes/0', 'must be a row'],
    [insert('root', spacer), '/nodes/0', 'blocks belong in the columns'],
    [insert('band', { type: 'group', rows: [] }), '/nodes/0/type', 'section'],
    [insert('inner', { type: 'columns', columns: [{ blocks: [] }] }), '/nodes/0', 'one level deep'],
    [insert('left', { type: 'button', label: 'x', href: 'javascript:x' }), '/nodes/0/href', 'a URL'],
    [insert('left', { type: 'spacer', height: 1, id: 'root' }), '/nodes/0/id', 'reserved'],
    [{ op: 'insert', parent: 'hero', index: 0, nodes: Array(5).fill({ blocks: [] }) }, '/parent', 'at most 6 columns'],
    [{ op: 'move', id: 'hero', parent: 'left', index: 0 }, '/parent', 'into itself or into its'],
    [{ op: 'move', id: 'band', parent: 'band', index: 0 }, '/parent', 'into itself'],
    [{ op: 'move', id: 'a', parent: 'root', index: 0 }, '/parent', 'not a text'],
    [{ op: 'move', id: 'hero', parent: 'only', index: 0 }, '/parent', 'not a section'],
    [{ op: 'move', id: 'only', parent: 'hero', index: 0 }, '/id', 'needs at least one column'],
    [{ op: 'move', id: 'right', parent: 'cols', index: 0 }, '/parent', 'into itself'],
    [{ op: 'set', id: 'a', props: { id: 'z' } }, '/props/id', 'cannot be set'],
    [{ op: 'set', id: 'a', props: { type: 'spacer' } }, '/props/type', 'cannot be set'],
    [{ op: 'set', id: 'hero', props: { columns: [] } }, '/props/columns', 'cannot be set'],
    [{ op: 'set', id: 'a', props: { text: null } }, '/props/text', 'is required'],
    [{ op: 'set', id: 'a', props: { text: '{{ x' } }, '/props/text', 'not closed'],
    [{ op: 'set', id: 'a', props: { nope: 1 } }, '/props/nope', 'is not a property'],
    [{ op: 'set', id: 'a', props: JSON.parse('{"__proto__":{"x":1}}') }, '/props/__proto__', 'not allowed'],
    [
      { op: 'set', id: 'a', props: { each: { in: 'x', as: 'y', else: [{ id: 'b', ...spacer }] } } },
      '/props/each/else/0/id',
      'used twice',
    ],
    [{ op: 'settings', props: { rows: [] } }, '/props/rows', 'insert, remove, move'],
    [{ op: 'settings', props: { schema: 'x' } }, '/props/schema', 'is not a property'],
    [{ op: 'settings', props: { meta: null } }, '/props/meta', 'an object'],
    [{ op: 'settings', props: { meta: { title: null } } }, '/props/meta/title', 'is required'],
    [{ op: 'settings', props: { body: { width: 5 } } }, '/props/body/width', '320 to 900'],
    [
      { op: 'settings', props: { translations: { default: 'en', locales: { de: { 'gone.text': 'x' } } } } },
      '/translations/locales/de/gone.text',
      'not the id of a node',
    ],
  ])('%j at %s', (operation, path, message) => {
    const applied = applyOperation(start, operation as Operation, blocks)
    expect('issues' in applied && applied.issues[0]?.path).toBe(path)
    expect('issues' in applied && applied.issues[0]?.message).toInclude(message)
  })

  test('a list of operations is applied whole or not at all, and the issue names the operation', () => {
    const applied = applyOperations(
      start,
      [
        { op: 'remove', id: 'a' },
        { op: 'remove', id: 'a' },
      ],
      blocks,
    )
    expect(applied).toEqual({ issues: [{ path: '/1/id', message: 'no node has the id a' }] })
    expect(applyOperations(start, Array(1001).fill({ op: 'remove', id: 'a' }), blocks)).toHaveProperty('issues')
  })

  test('more nodes than a document may have', () => {
    const many = Array.from({ length: 4990 }, () => spacer)
    const applied = applyOperation(start, { op: 'insert', parent: 'left', index: 0, nodes: many as never }, blocks)
    expect(JSON.stringify(applied)).toInclude('the limit is 5000')
  })
})

describe('operations that are applied', () => {
  test('share everything that is not on the way to the change', () => {
    const next = apply({ op: 'set', id: 'a', props: { name: 'Title' } })
    expect(next.rows[1]).toBe(start.rows[1] as never)
    expect(next.theme).toBe(start.theme)
    expect(findNode(next, 'right')).toBe(findNode(start, 'right') as never)
    expect(findNode(start, 'a')).not.toHaveProperty('name')
  })

  test('bring loose forms into the canonical one and give ids', () => {
    const next = apply({
      op: 'insert',
      parent: 'left',
      index: 1,
      nodes: [{ type: 'text', text: '<b>x</b>', style: { padding: 3 } }],
    })
    expect(findNode(next, 'n1')).toEqual({
      id: 'n1',
      type: 'text',
      text: [{ type: 'paragraph', runs: [{ text: 'x', bold: true }] }],
      style: { padding: [3, 3, 3, 3] },
    })
  })

  test('clean authored HTML with the cleaner that is given', () => {
    const operation: Operation = {
      op: 'insert',
      parent: 'left',
      index: 0,
      nodes: [{ id: 'h', type: 'html', html: '<b onclick=x>' }],
    }
    const applied = applyOperation(start, operation, blocks, { cleanHtml: () => 'clean' })
    expect('document' in applied && findNode(applied.document, 'h')).toMatchObject({ html: 'clean' })
  })

  test('several nodes are inserted and removed together', () => {
    const applied = applyOperation(
      start,
      {
        op: 'insert',
        parent: 'left',
        index: 1,
        nodes: [
          { id: 'x', ...spacer },
          { id: 'y', ...spacer },
        ],
      },
      blocks,
    )
    expect('inverse' in applied && applied.inverse).toEqual({ op: 'remove', id: 'x', count: 2 })
  })

  test('an alternative block of a loop can be set, and keeps its position', () => {
    const next = apply({ op: 'set', id: 'none', props: { height: 7 } })
    expect(findNode(next, 'none')).toMatchObject({ height: 7 })
    expect(findNode(next, 'each')).toMatchObject({ each: { in: 'items', else: [{ id: 'none', height: 7 }] } })
  })

  test('moving inside one list counts positions without the moved node', () => {
    const left = findNode(apply({ op: 'move', id: 'a', parent: 'left', index: 1 }), 'left') as {
      blocks: { id: string }[]
    }
    expect(left.blocks.map((one) => one.id)).toEqual(['b', 'a'])
  })

  test('a block that holds columns moves out of its column, not into a nested one', () => {
    expect(findNode(apply({ op: 'move', id: 'cols', parent: 'only', index: 0 }), 'only')).toMatchObject({
      blocks: [{ id: 'cols' }],
    })
  })

  test('settings change members, null takes them away, and the inverse puts both back', () => {
    const operation: Operation = {
      op: 'settings',
      props: { meta: { subject: 'Hi' }, assets: null, head: { css: 'p{}' } },
    }
    const applied = applyOperation(start, operation, blocks)
    if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
    expect(applied.document.meta).toEqual({ title: 'Start', lang: 'en', subject: 'Hi' })
    expect(applied.document).not.toHaveProperty('assets')
    expect(applied.inverse).toEqual({
      op: 'settings',
      props: { meta: { subject: null }, assets: start.assets, head: null },
    })
    expect(apply(applied.inverse, applied.document)).toEqual(start)
  })

  test('the translations of a removed node return with it, and apply to no other node', () => {
    const removed = applyOperation(start, { op: 'remove', id: 'a' }, blocks)
    if ('issues' in removed) throw new Error('refused')
    expect(removed.document.translations).toEqual(start.translations as never)
    expect(apply(removed.inverse, removed.document)).toEqual(start)
    const other = applyOperation(
      removed.document,
      { op: 'insert', parent: 'left', index: 0, nodes: [{ id: 'a', ...spacer }] },
      blocks,
    )
    expect(other).toHaveProperty('issues')
  })
})
