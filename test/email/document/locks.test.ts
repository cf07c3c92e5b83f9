import { describe, expect, test } from 'bun:test'
import {
  type EmailDocument,
  type LockOptions,
  type Operation,
  applyOperations,
  lockBreaches,
} from '../../../src/email/document/index.ts'
import { blocks, valid, withBlocks } from './sample.ts'

type Locked = Record<string, object>

/** Two sections; `locks` says who is locked how. */
function document(locks: Locked = {}): EmailDocument {
  const lock = (id: string) => (locks[id] === undefined ? {} : { lock: locks[id] })
  const button = (id: string) => ({ id, type: 'button', label: id, href: 'https://example.com/', ...lock(id) })
  const text = (id: string) => ({ id, type: 'text', text: id, ...lock(id) })
  return valid({
    rows: [
      {
        id: 's',
        ...lock('s'),
        columns: [
          { id: 'c', ...lock('c'), blocks: [text('a'), button('b'), text('d')] },
          { id: 'e', blocks: [] },
        ],
      },
      { id: 't', ...lock('t'), columns: [{ id: 'f', blocks: [text('g')] }] },
    ],
    translations: { default: 'en', locales: { de: { 'b.label': 'B' } } },
  })
}

function breachesOf(from: EmailDocument, operations: Operation[], options: LockOptions = {}): string[] {
  const applied = applyOperations(from, operations, blocks)
  if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
  return lockBreaches(from, applied.document, blocks, options).map(({ holder, id, lock, path }) =>
    [id, lock, path, ...(holder === id ? [] : [holder])].join(' '),
  )
}

const move = (id: string, parent: string, index: number): Operation => ({ op: 'move', id, parent, index })
const remove = (id: string): Operation => ({ op: 'remove', id })
const set = (id: string, props: Record<string, unknown>): Operation => ({ op: 'set', id, props })
const insert = (parent: string, index: number, node: object): Operation => ({
  op: 'insert',
  parent,
  index,
  nodes: [node as never],
})
const german = (values: object): Operation => ({ op: 'settings', props: { translations: { locales: { de: values } } } })

const column = '/rows/0/columns/0'
const block = (index: number) => `${column}/blocks/${index}`

describe('a lock against moving', () => {
  const pinned = document({ a: { move: true }, b: { move: true } })
  const first = document({ a: { move: true } })
  const section = document({ s: { move: true } })
  test.each<[string, EmailDocument, Operation, string[]]>([
    ['into another column', first, move('a', 'e', 0), ['a move /rows/0/columns/1/blocks/0']],
    ['to the end of its column', first, move('a', 'c', 2), [`a move ${block(2)}`]],
    ['past a neighbor', first, move('a', 'c', 1), [`a move ${block(1)}`]],
    ['of others away from it', first, move('b', 'e', 0), []],
    ['of others behind it', first, move('d', 'c', 1), []],
    ['of others past it', first, move('d', 'c', 0), []],
    ['of two locked ones past each other', pinned, move('b', 'c', 0), [`b move ${block(0)}`, `a move ${block(1)}`]],
    ['with what it stands in', first, move('s', 'root', 1), []],
    ['of a section', section, move('s', 'root', 1), ['s move /rows/1']],
    ['of what is in a section', section, move('a', 'e', 0), []],
    ['by something new in front', first, insert('c', 0, { id: 'n', type: 'spacer', height: 1 }), []],
  ])('%s', (_, from, operation, expected) => {
    expect(breachesOf(from, [operation]).toSorted()).toEqual(expected.toSorted())
  })

  test('of two swapped neighbors, the operations decide which one moved', () => {
    const operations = [move('b', 'c', 0)]
    expect(breachesOf(first, operations)).toEqual([`a move ${block(1)}`])
    expect(breachesOf(first, operations, { operations })).toEqual([])
    const its = [move('a', 'c', 1)]
    expect(breachesOf(first, its, { operations: its })).toEqual([`a move ${block(1)}`])
  })
})

describe('a lock against removing and duplicating', () => {
  const copy = { type: 'button', label: 'b', href: 'https://example.com/' }
  test.each<[string, Locked, Operation[], string[]]>([
    ['removed', { a: { remove: true } }, [remove('a')], [`a remove ${block(0)}`]],
    ['removed with its section', { a: { remove: true } }, [remove('s')], [`a remove ${block(0)}`]],
    [
      'replaced by another type',
      { a: { remove: true } },
      [remove('a'), insert('c', 0, { id: 'a', type: 'spacer', height: 1 })],
      [`a remove ${block(0)}`],
    ],
    [
      'removed and brought back',
      { a: { remove: true } },
      [remove('a'), insert('c', 0, { id: 'a', type: 'text', text: 'a', lock: { remove: true } })],
      [],
    ],
    ['others removed', { a: { remove: true } }, [remove('b')], []],
    [
      'duplicated',
      { b: { duplicate: true } },
      [insert('e', 0, { id: 'n', ...copy })],
      ['n duplicate /rows/0/columns/1/blocks/0 b'],
    ],
    [
      'duplicated under another name',
      { b: { duplicate: true } },
      [insert('e', 0, { id: 'n', ...copy, name: 'Copy', lock: {} })],
      ['n duplicate /rows/0/columns/1/blocks/0 b'],
    ],
    ['something like it', { b: { duplicate: true } }, [insert('e', 0, { id: 'n', ...copy, label: 'Other' })], []],
    [
      'a section duplicated',
      { t: { duplicate: true } },
      [
        insert('root', 0, {
          id: 'n',
          type: 'section',
          columns: [{ id: 'm', blocks: [{ id: 'o', type: 'text', text: 'g' }] }],
        }),
      ],
      ['n duplicate /rows/0 t'],
    ],
  ])('%s', (_, locks, operations, expected) => {
    expect(breachesOf(document(locks), operations)).toEqual(expected)
  })
})

describe('locks of style and content', () => {
  test.each<[string, Locked, Operation, string[]]>([
    ['style: its style', { b: { style: true } }, set('b', { style: { size: 9 } }), [`b style ${block(1)}/style`]],
    ['style: its label', { b: { style: true } }, set('b', { label: 'New' }), []],
    [
      'style: of a block in it',
      { s: { style: true } },
      set('b', { mobile: { size: 9 } }),
      [`b style ${block(1)}/mobile s`],
    ],
    [
      'style: the width of a column',
      { c: { style: true } },
      set('c', { width: { fr: 2 } }),
      [`c style ${column}/width/fr`],
    ],
    ['content: its label', { b: { content: true } }, set('b', { label: 'New' }), [`b content ${block(1)}/label`]],
    ['content: its link', { b: { content: true } }, set('b', { href: '' }), [`b content ${block(1)}/href`]],
    [
      'content: its condition',
      { b: { content: true } },
      set('b', { when: { op: 'exists', path: 'x' } }),
      [`b content ${block(1)}/when`],
    ],
    ['content: hidden', { b: { content: true } }, set('b', { hide: { mobile: true } }), [`b content ${block(1)}/hide`]],
    ['content: its style', { b: { content: true } }, set('b', { style: { size: 9 } }), []],
    ['content: its name', { b: { content: true } }, set('b', { name: 'N' }), []],
    ['content: removed itself', { b: { content: true } }, remove('b'), []],
    [
      'content: its translation',
      { b: { content: true } },
      german({ 'b.label': 'X' }),
      ['b content /translations/locales/de/b.label'],
    ],
    ['content: a translation for another', { b: { content: true } }, german({ 'b.label': 'B', 'a.text': 'x' }), []],
    ['text: its label', { b: { content: 'text' } }, set('b', { label: 'New' }), [`b content ${block(1)}/label`]],
    ['text: its link', { b: { content: 'text' } }, set('b', { href: '' }), []],
    ['text: of a block in it', { s: { content: 'text' } }, set('a', { text: 'New' }), [`a content ${block(0)}/text s`]],
    ['text: a block removed from it', { s: { content: 'text' } }, remove('a'), []],
    [
      'content of a section: a text in it',
      { s: { content: true } },
      set('a', { text: 'New' }),
      [`a content ${block(0)}/text s`],
    ],
    ['content of a section: a block less', { s: { content: true } }, remove('a'), [`a content ${block(0)} s`]],
    [
      'content of a section: a block more',
      { s: { content: true } },
      insert('e', 0, { id: 'n', type: 'spacer', height: 1 }),
      ['n content /rows/0/columns/1/blocks/0 s'],
    ],
    [
      'content of a section: a block moved in it',
      { s: { content: true } },
      move('a', 'e', 0),
      ['a content /rows/0/columns/1/blocks/0 s'],
    ],
    [
      'content of a section: a block moved into it',
      { s: { content: true } },
      move('g', 'e', 0),
      ['g content /rows/0/columns/1/blocks/0 s'],
    ],
    [
      'content of a section: a block moved out',
      { s: { content: true } },
      move('a', 'f', 0),
      ['a content /rows/1/columns/0/blocks/0 s'],
    ],
    ['content of a section: the section moved', { s: { content: true } }, move('s', 'root', 1), []],
    ['content of a section: the section removed', { s: { content: true } }, remove('s'), []],
    ['nothing locked', { s: { content: true }, b: {} }, set('g', { text: 'New' }), []],
    ['a lock that locks nothing', { b: { move: false } }, set('b', { label: 'New' }), []],
  ])('%s', (_, locks, operation, expected) => {
    expect(breachesOf(document(locks), [operation])).toEqual(expected)
  })
})

test('an asset shown by a locked image is locked with it', () => {
  const image = { url: '/cdn/a/logo.png', width: 1, height: 1, mime: 'image/png' }
  const of = (assets: object, lock: object = { content: true }) =>
    valid({
      ...withBlocks({ id: 'i', type: 'image', src: 'logo', alt: '', lock }),
      assets: { logo: image, other: image, ...assets },
    })
  const swapped = { logo: { ...image, url: '/cdn/a/other.png' } }
  expect(lockBreaches(of({}), of(swapped), blocks)).toMatchObject([{ id: 'i', path: '/rows/0/columns/0/blocks/0' }])
  expect(lockBreaches(of({}, { content: 'text' }), of(swapped, { content: 'text' }), blocks)).toEqual([])
  expect(lockBreaches(of({}), of({ other: swapped.logo, more: image }), blocks)).toEqual([])
})

describe('the lock itself', () => {
  const locked = document({ b: { content: true, move: true } })
  test.each<[string, Operation, string[]]>([
    ['is not taken away', set('b', { lock: null }), [`b lock ${block(1)}/lock`]],
    ['is not loosened', set('b', { lock: { content: 'text', move: true } }), [`b lock ${block(1)}/lock`]],
    ['is tightened by anybody', set('b', { lock: { content: true, move: true, remove: true } }), []],
    ['is put on others by anybody', set('a', { lock: { content: true } }), []],
  ])('%s', (_, operation, expected) => {
    expect(breachesOf(locked, [operation])).toEqual(expected)
  })

  test('can be removed by callers with permission, and remaining locks still apply', () => {
    const open = [set('b', { lock: { content: true } }), move('b', 'e', 0), set('b', { style: { size: 3 } })]
    expect(breachesOf(locked, open, { mayUnlock: true })).toEqual([])
    expect(breachesOf(locked, [...open, set('b', { label: 'New' })], { mayUnlock: true })).toEqual([
      'b content /rows/0/columns/1/blocks/0/label',
    ])
    expect(breachesOf(locked, [set('b', { label: 'New' })], { mayUnlock: true })).toHaveLength(1)
  })

  test('describes its violation in words', () => {
    const applied = applyOperations(document({ s: { content: 'text' } }), [set('a', { text: 'New' })], blocks)
    const [breach] =
      'document' in applied ? lockBreaches(document({ s: { content: 'text' } }), applied.document, blocks) : []
    expect(breach).toEqual({
      id: 'a',
      holder: 's',
      lock: 'content',
      path: `${block(0)}/text`,
      message: 'a is in s, which is locked: its text cannot be changed',
    })
  })
})
