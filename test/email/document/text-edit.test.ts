import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Operation, applyOperations, findNonTextChanges, readDocument } from '../../../src/email/document/index.ts'

const coupon = {
  name: 'coupon',
  label: 'Coupon',
  fields: [
    { name: 'title', label: 'Title', kind: 'text', default: 'Hello' },
    { name: 'url', label: 'Link', kind: 'link', default: 'https://shop.example/' },
    { name: 'photo', label: 'Photo', kind: 'image' },
    { name: 'color', label: 'Color', kind: 'color', default: '#b00020' },
    { name: 'big', label: 'Big', kind: 'switch' },
  ],
  template:
    '<div style="color:{{ block.color }}">{% if block.big %}<b>!</b>{% endif %}<a href="{{ block.url }}">{{ block.title }}</a><img src="{{ block.photo }}" alt=""></div>',
}
const own = (values: object, more: object = {}) => ({ own: { declaration: { ...coupon, ...more }, values } })

const list = [
  { id: 'h', type: 'heading', text: 'Title', level: 2 },
  { id: 't', type: 'text', text: '<p>Some <span style="color:#ff0000">red</span> words</p>' },
  { id: 'b', type: 'button', label: 'Go', href: 'https://example.com/' },
  { id: 'i', type: 'image', src: '', alt: '' },
  { id: 'm', type: 'menu', items: [{ label: 'One', href: '' }] },
  { id: 'x', type: 'table', rows: [['1', '2']], head: ['A', 'B'] },
  { id: 'd', type: 'divider' },
  { id: 'w', type: 'html', html: '<p>Raw</p>' },
  { id: 'k', type: 'code', code: 'a = 1' },
  { id: 'u', type: 'countdown', until: '2026-12-24T18:00:00Z' },
  { id: 'z', type: 'unheard', words: 'x' },
  { id: 'o', type: 'html', html: '', own: { declaration: coupon, values: { title: 'Ten' } } },
]
const read = readDocument(
  { rows: [{ id: 's', columns: [{ id: 'c', blocks: list }] }], meta: { subject: 'S' } },
  blockTypes,
)
const from = 'document' in read ? read.document : undefined
const path = (id: string) => `/rows/0/columns/0/blocks/${list.findIndex((one) => one.id === id)}`

const set = (id: string, props: Record<string, unknown>): Operation => ({ op: 'set', id, props })
const settings = (props: Record<string, unknown>): Operation => ({ op: 'settings', props })
const german = (values: object) => settings({ translations: { default: 'en', locales: { de: values } } })

describe('an edit of content only', () => {
  test.each<[string, Operation[], string[]]>([
    ['nothing at all', [], []],
    ['texts', [set('h', { text: 'New' }), set('t', { text: '<p>New <b>words</b></p><ul><li>x</li></ul>' })], []],
    ['a label and a link', [set('b', { label: 'New', href: 'https://example.org/' })], []],
    ['a picture and its alternative text', [set('i', { src: 'https://example.org/a.png', alt: 'A', title: 'T' })], []],
    ['a link that was not there', [set('i', { href: 'https://example.org/' })], []],
    ['labels in a list', [set('m', { items: [{ label: 'Two', href: 'https://example.org/' }] })], []],
    ['cells of a table', [set('x', { rows: [['1', '3']] })], []],
    ['code and a date', [set('k', { code: 'a = 2' }), set('u', { until: '2027-01-01T00:00:00Z' })], []],
    [
      'texts, links and images of a block of a host page',
      [set('o', own({ title: 'Twenty', url: 'https://shop.example/20', photo: 'https://shop.example/a.png' }))],
      [],
    ],
    [
      'the color of such a block',
      [set('o', own({ title: 'Ten', color: '#00ff00' }))],
      [`${path('o')}/html`, `${path('o')}/own/values/color`],
    ],
    [
      'a switch of such a block, with its words',
      [set('o', own({ title: 'Twenty', big: true }))],
      [`${path('o')}/html`, `${path('o')}/own/values/title`, `${path('o')}/own/values/big`],
    ],
    [
      'another template of such a block',
      [set('o', own({ title: 'Ten' }, { template: '<p>{{ block.title }}</p>' }))],
      [`${path('o')}/html`, `${path('o')}/own/declaration/template`],
    ],
    [
      'HTML in place of such a block',
      [set('o', { html: '<p>Mine</p>' })],
      [`${path('o')}/html`, `${path('o')}/own`, `${path('o')}/own`],
    ],
    ['subject and preheader', [settings({ meta: { subject: 'New', preheader: 'P' } })], []],
    ['translations of texts', [german({ 'b.label': 'Los', 'meta.subject': 'Neu' })], []],
    ['a colour that the text had', [set('t', { text: '<p><span style="color:#ff0000">All red</span></p>' })], []],
    [
      'a colour that the text had not',
      [set('t', { text: '<p><span style="color:#00ff00">green</span></p>' })],
      [`${path('t')}/text`],
    ],
    ['the alignment of a paragraph', [set('t', { text: '<p style="text-align:center">x</p>' })], [`${path('t')}/text`]],
    ['the level of a heading', [set('h', { level: 1 })], [`${path('h')}/level`]],
    ['a style', [set('h', { style: { size: 9 } })], [`${path('h')}/style`]],
    ['the look of a divider', [set('d', { color: '#ff0000' })], [`${path('d')}/color`]],
    ['the width of an image', [set('i', { width: 10 })], [`${path('i')}/width`]],
    [
      'a list with one more item',
      [
        set('m', {
          items: [
            { label: 'One', href: '' },
            { label: 'Two', href: '' },
          ],
        }),
      ],
      [`${path('m')}/items`],
    ],
    [
      'a row more in a table',
      [
        set('x', {
          rows: [
            ['1', '2'],
            ['3', '4'],
          ],
        }),
      ],
      [`${path('x')}/rows`],
    ],
    ['raw HTML', [set('w', { html: '<p>New</p>' })], [`${path('w')}/html`]],
    ['a block of a type that nobody knows', [set('z', { words: 'y' })], [`${path('z')}/words`]],
    ['a condition', [set('b', { when: { op: 'exists', path: 'x' } })], [`${path('b')}/when`]],
    ['a loop', [set('b', { each: { in: 'x', as: 'y' } })], [`${path('b')}/each`]],
    ['a name', [set('b', { name: 'N' })], [`${path('b')}/name`]],
    ['a lock', [set('b', { lock: { move: true } })], [`${path('b')}/lock`]],
    [
      'a block more',
      [{ op: 'insert', parent: 'c', index: 0, nodes: [{ id: 'n', type: 'spacer', height: 1 }] }],
      [path('h')],
    ],
    ['a block less', [{ op: 'remove', id: 'b' }], [path('b')]],
    ['a block moved', [{ op: 'move', id: 'b', parent: 'c', index: 0 }], [path('h')]],
    ['the title of the document', [settings({ meta: { title: 'T' } })], ['/meta/title']],
    ['the theme', [settings({ theme: { link: { underline: true } } })], ['/theme/link']],
    ['merge fields', [settings({ fields: [{ path: 'x', type: 'string' }] })], ['/fields']],
    [
      'translations of what is no text',
      [german({ 'b.href': 'https://example.at/', 'h.level': 1 })],
      ['/translations/locales/de/h.level'],
    ],
    ['the title in another language', [german({ 'meta.title': 'T' })], ['/translations/locales/de/meta.title']],
  ])('%s', (_, operations, expected) => {
    if (from === undefined) throw new Error('The document is not valid')
    const applied = applyOperations(from, operations, blockTypes)
    if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
    const beyond = findNonTextChanges(from, applied.document, blockTypes)
    expect(beyond.map((issue) => issue.path)).toEqual(expected)
    for (const { message } of beyond) expect(message).toMatch(/^(?:adds|changes|gives|moves|removes) /)
  })
})
