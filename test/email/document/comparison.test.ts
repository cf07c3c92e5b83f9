import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type Comparison,
  type Operation,
  applyOperations,
  compareDocuments,
  describeChanges,
  operationsBetween,
  readDocument,
} from '../../../src/email/document/index.ts'
import { outline, sketch } from './outline.ts'
import { blocks, valid, withBlocks } from './sample.ts'

describe('a comparison of node positions', () => {
  const brief = ({ added, moved, removed }: Comparison) =>
    [
      ...added.map(({ id, within }) => `+${id}${within === undefined ? '' : ` in ${within}`}`),
      ...removed.map(({ id, within }) => `-${id}${within === undefined ? '' : ` in ${within}`}`),
      ...moved.map(
        ({ after, before, id }) => `${id}: ${before.parent} ${before.index} > ${after.parent} ${after.index}`,
      ),
    ].join(', ')
  test.each([
    ['s(c(a b))', 's(c(a b))', ''],
    ['s(c(a b))', 's(c(a x b))', '+x'],
    ['s(c(a b))', 's(c(b))', '-a'],
    ['s(c(a b c1 d))', 's(c(b c1 d a))', 'a: c 0 > c 3'],
    ['s(c(a b c1 d))', 's(c(d a b c1))', 'd: c 3 > c 0'],
    ['s(c(a b c1 d e))', 's(c(a d b c1 e))', 'd: c 3 > c 1'],
    ['s(c(a) d(b))', 's(c() d(a b))', 'a: c 0 > d 0'],
    ['s(c(a b)) t(d())', 't(d(b)) s(c(a))', 't: root 1 > root 0, b: c 1 > d 0'],
    ['s(c(a))', 's(c(a)) t(d(x y))', '+t, +d in t, +x in t, +y in t'],
    ['s(c(a)) t(d(x))', 's(c(a x))', '-t, -d in t, x: d 0 > c 1'],
    ['s(c(a)) t(d(x))', 'g[t(d(x)) s(c(a))]', '+g, t: root 1 > g 0, s: root 0 > g 1'],
    ['s(c(k{x(a)}))', 's(c(a k{x()}))', 'a: x 0 > c 0'],
    ['s(c(a b))', 's(c(b y a x))', '+y, +x, b: c 1 > c 0'],
  ])('%s → %s', (from, to, expected) => {
    expect(brief(compareDocuments(sketch(from), sketch(to)))).toBe(expected)
  })

  test('another type under the same id is another node', () => {
    const from = valid(withBlocks({ id: 'a', type: 'text', text: 'x' }))
    const to = valid(withBlocks({ id: 'a', type: 'spacer', height: 1 }))
    const { added, changed, removed } = compareDocuments(from, to)
    expect(added).toEqual([{ id: 'a', type: 'spacer', path: '/rows/0/columns/0/blocks/0', parent: 'c', index: 0 }])
    expect(removed.map(({ type }) => type)).toEqual(['text'])
    expect(changed).toEqual([])
  })

  test('the alternative blocks of a loop are nodes too', () => {
    const loop = (others: unknown[]) =>
      valid(withBlocks({ id: 'a', type: 'text', text: 'x', each: { in: 'list', as: 'one', else: others } }))
    const { added, changed } = compareDocuments(
      loop([{ id: 'o', type: 'spacer', height: 1 }]),
      loop([
        { id: 'n', type: 'spacer', height: 1 },
        { id: 'o', type: 'spacer', height: 2 },
      ]),
    )
    expect(added).toMatchObject([{ id: 'n', path: '/rows/0/columns/0/blocks/0/each/else/0' }])
    expect(changed).toMatchObject([{ id: 'o', properties: [{ path: '/height', before: 1, after: 2 }] }])
  })
})

describe('a comparison of values', () => {
  const node = { id: 'a', type: 'menu', items: [{ label: 'One', href: '' }], layout: 'row' }
  const changesOf = (before: object, after: object) =>
    compareDocuments(valid(withBlocks({ ...node, ...before })), valid(withBlocks({ ...node, ...after }))).changed[0]
      ?.properties
  test.each<[string, object, object, unknown]>([
    [
      'a member of a bundle',
      { style: { size: 1, weight: 400 } },
      { style: { size: 2, weight: 400 } },
      [{ path: '/style/size', before: 1, after: 2 }],
    ],
    ['a property that is new', {}, { style: { size: 2 } }, [{ path: '/style', after: { size: 2 } }]],
    ['a property that is gone', { name: 'N' }, {}, [{ path: '/name', before: 'N' }]],
    [
      'an item',
      { items: [{ label: 'A', href: '' }] },
      { items: [{ label: 'B', href: '' }] },
      [{ path: '/items/0/label', before: 'A', after: 'B' }],
    ],
    [
      'lists of other lengths, whole',
      { classes: ['a'] },
      { classes: ['a', 'b'] },
      [{ path: '/classes', before: ['a'], after: ['a', 'b'] }],
    ],
    [
      'the order of members says nothing',
      { style: { size: 1, weight: 400 } },
      { style: { weight: 400, size: 1 } },
      undefined,
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changesOf(before, after)).toEqual(expected as never)
  })

  test('rich text shows the words of both sides', () => {
    const { changed } = compareDocuments(
      valid(withBlocks({ id: 'a', type: 'text', text: '<p>Hello <b>you</b></p>' })),
      valid(withBlocks({ id: 'a', type: 'text', text: '<p>Hello {{ name }}</p><p>Bye</p>' })),
    )
    expect(changed[0]?.properties[0]).toMatchObject({
      path: '/text',
      words: { before: 'Hello you', after: 'Hello {{ name }}\nBye' },
    })
  })

  test('settings show what changed by its path', () => {
    const from = valid({ meta: { subject: 'A' }, theme: { colors: { x: { light: '#000' } } } })
    const to = valid({ meta: { preheader: 'P' }, theme: { colors: { x: { light: '#fff' } } }, head: { css: 'p{}' } })
    expect(compareDocuments(from, to).settings).toEqual([
      { path: '/meta/preheader', after: 'P' },
      { path: '/meta/subject', before: 'A' },
      { path: '/theme/colors/x/light', before: '#000', after: '#fff' },
      { path: '/head', after: { css: 'p{}' } },
    ])
  })
})

describe('changes in words', () => {
  const read = (input: unknown) => {
    const result = readDocument(input, blockTypes)
    if ('issues' in result) throw new Error(JSON.stringify(result.issues))
    return result.document
  }
  const text = (id: string, words = id) => ({ id, type: 'text', text: words })
  const button = (id: string, label = 'Go', href = '') => ({ id, type: 'button', label, href })
  const image = (id: string, src = '', width?: number) => ({
    id,
    type: 'image',
    src,
    alt: '',
    ...(width === undefined ? {} : { width }),
  })
  const doc = (list: unknown[], more: object = {}) => read({ ...withBlocks(...list), ...more })
  const social = { id: 'f', type: 'social', items: [{ network: 'x', href: '' }] }
  test.each<[string, unknown, unknown]>([
    ['No changes', doc([text('a')]), doc([text('a')])],
    ['Changed the text of a text block', doc([text('a')]), doc([text('a', 'b')])],
    [
      'Changed the text of 2 blocks, added a button',
      doc([text('a'), button('b')]),
      doc([text('a', 'x'), button('b', 'Y'), button('e')]),
    ],
    ['Changed the link of a button', doc([button('b')]), doc([button('b', 'Go', 'https://x.example/')])],
    ['Changed the image of an image', doc([image('i')]), doc([image('i', 'https://x.example/a.png')])],
    ['Restyled an image', doc([image('i')]), doc([image('i', '', 5)])],
    [
      'Restyled 2 buttons',
      doc([button('a'), button('b')]),
      doc([
        { ...button('a'), style: { size: 9 } },
        { ...button('b'), fullWidth: true },
      ]),
    ],
    ['Changed the items of a social links block', doc([social]), doc([{ ...social, items: [] }])],
    [
      'Changed when a section shows',
      sketch('s(c())'),
      read({ rows: [{ id: 's', when: { op: 'exists', path: 'x' }, columns: [{ id: 'c', blocks: [] }] }] }),
    ],
    ['Moved a section', sketch('s(c()) t(d())'), sketch('t(d()) s(c())')],
    ['Added a section', sketch('s(c())'), sketch('s(c()) t(d(a b))')],
    ['Removed a text block and 2 buttons', doc([text('a'), button('b'), button('e')]), doc([])],
    ['Added 3 blocks', doc([]), doc([text('a'), button('b'), image('e')])],
    [
      'Changed the subject, the theme and the style sheet',
      doc([], { meta: { subject: 'A' } }),
      doc([], { meta: { subject: 'B' }, theme: { link: { underline: true } }, head: { css: 'p{}' } }),
    ],
    [
      'Changed the text of a text block, changed the link of a button, restyled an image, renamed a divider, and 2 more',
      doc([text('a'), button('b'), image('i'), { id: 'd', type: 'divider' }, text('z')]),
      doc([
        text('a', 'x'),
        button('b', 'Go', 'https://x.example/'),
        image('i', '', 9),
        { id: 'd', type: 'divider', name: 'Line' },
        button('n'),
      ]),
    ],
  ])('%s', (words, from, to) => {
    expect(describeChanges(compareDocuments(from as never, to as never), blockTypes).text).toBe(words)
  })

  test('nodes inside an added or removed node are counted with it', () => {
    const { summary } = describeChanges(
      compareDocuments(sketch('s(c(a b)) t(d(x))'), sketch('s(c(b a)) u(e(y z))')),
      blockTypes,
    )
    expect(summary).toEqual({ added: 1, removed: 1, moved: 1, changed: 0, settings: 0 })
  })
})

describe('the operations between two documents', () => {
  const brief = (operation: Operation) => {
    switch (operation.op) {
      case 'insert':
        return `insert ${operation.nodes.map(({ id }) => id).join('+')} into ${operation.parent} at ${operation.index}`
      case 'remove':
        return `remove ${operation.id}${operation.count === undefined ? '' : ` and ${operation.count - 1} more`}`
      case 'move':
        return `move ${operation.id} to ${operation.parent} at ${operation.index}`
      case 'set':
        return `set ${Object.keys(operation.props).join('+')} of ${operation.id}`
      default:
        return `settings ${Object.keys(operation.props).join('+')}`
    }
  }
  test.each([
    ['s(c(a b))', 's(c(a b))', ''],
    ['s(c(a b))', 's(c(b a))', 'move b to c at 0'],
    ['s(c(a b d e))', 's(c(b d e a))', 'move a to c at 3'],
    ['s(c(a b))', 's(c(a x y b z))', 'insert x+y into c at 1; insert z into c at 4'],
    ['s(c(a b d e))', 's(c(e))', 'remove a and 2 more'],
    ['s(c(a))', 's(c()) t(d(a x))', 'insert t into root at 1; move a to d at 0'],
    ['s(c(a)) t(d(b))', 't(d(b a))', 'move a to d at 1; remove s'],
    ['s(c(a) d(b))', 's(d(b) c(a))', 'move d to s at 0'],
    ['s(c(a)) t(d(b))', 's(d(b)) t(c(a))', 'remove s and 1 more; insert s+t into root at 0'],
    ['s(c(a) d()) t(e())', 's(d()) t(e() c(a))', 'move c to t at 1'],
    ['s(c(a)) t(d(b))', 'g[t(d(b)) s(c(a))]', 'insert g into root at 0; move t to g at 0; move s to g at 1'],
    ['s(c(k{x(a)}))', 's(c(x{k(a)}))', 'remove k; insert x into c at 0'],
    ['s(c(a b c1 c2 c3 c4))', 's(a(c) b(c1))', 'remove s; insert s into root at 0'],
  ])('%s → %s', (from, to, expected) => {
    const operations = operationsBetween(sketch(from), sketch(to))
    expect(operations.map(brief).join('; ')).toBe(expected)
    const applied = applyOperations(sketch(from), operations, blocks)
    expect('document' in applied && outline(applied.document)).toBe(to)
  })

  test('replace all rows when single changes would be more than one call may have', () => {
    const many = (height: number) =>
      valid(withBlocks(...Array.from({ length: 1200 }, (_, at) => ({ id: `b${at}`, type: 'spacer', height }))))
    const operations = operationsBetween(many(1), many(2))
    expect(operations.map(({ op }) => op)).toEqual(['remove', 'insert'])
    const applied = applyOperations(many(1), operations, blocks)
    expect('document' in applied && applied.document).toEqual(many(2))
  })

  test('keep a nearly full document within its limit on the way', () => {
    const full = (prefix: string) =>
      valid(
        withBlocks(...Array.from({ length: 4000 }, (_, at) => ({ id: `${prefix}${at}`, type: 'spacer', height: 1 }))),
      )
    const applied = applyOperations(full('a'), operationsBetween(full('a'), full('b')), blocks)
    expect('document' in applied && applied.document).toEqual(full('b'))
    expect('inverse' in applied && applyOperations(full('b'), applied.inverse, blocks)).toMatchObject({
      document: full('a'),
    })
  })
})
