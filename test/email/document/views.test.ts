import { describe, expect, test } from 'bun:test'
import {
  countNodes,
  documentText,
  findNode,
  listBlocks,
  translate,
  walkNodes,
} from '../../../src/email/document/index.ts'
import { valid } from './sample.ts'

const document = valid({
  meta: { title: 'T', subject: 'Hello {{ name }}', preheader: 'Soon' },
  rows: [
    {
      id: 'g',
      type: 'group',
      rows: [
        {
          id: 's',
          type: 'section',
          columns: [
            {
              id: 'c',
              blocks: [
                { id: 'h', type: 'heading', level: 1, text: 'Big <b>sale</b>' },
                {
                  id: 'b',
                  type: 'button',
                  label: 'Buy',
                  href: 'https://secret.example/',
                  when: { op: 'eq', path: 'a', value: 'hidden' },
                },
                {
                  id: 'm',
                  type: 'menu',
                  layout: 'stack',
                  items: [
                    { label: 'One', href: '#' },
                    { label: 'Two', href: '#' },
                  ],
                },
                { id: 't', type: 'table', rows: [['Cell']] },
                { id: 'x', type: 'html', html: '<style>p{}</style><p title="no">Raw <i>words</i></p>' },
                {
                  id: 'cols',
                  type: 'columns',
                  columns: [
                    {
                      id: 'i',
                      each: { in: 'l', as: 'o', else: [{ id: 'e', type: 'text', text: 'Nothing' }] },
                      blocks: [],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  translations: {
    default: 'en',
    locales: {
      de: { 'h.text': 'Großer Verkauf', 'meta.subject': 'Hallo {{ name }}', 'e.text': 'Nichts' },
      'pt-BR': { 'b.label': 'Comprar' },
    },
  },
})

describe('views of a document', () => {
  test('nodes are visited parents first, with their positions', () => {
    expect([...walkNodes(document)].map(({ node, parent, path }) => [node.id, parent?.id, path])).toEqual([
      ['g', undefined, '/rows/0'],
      ['s', 'g', '/rows/0/rows/0'],
      ['c', 's', '/rows/0/rows/0/columns/0'],
      ['h', 'c', '/rows/0/rows/0/columns/0/blocks/0'],
      ['b', 'c', '/rows/0/rows/0/columns/0/blocks/1'],
      ['m', 'c', '/rows/0/rows/0/columns/0/blocks/2'],
      ['t', 'c', '/rows/0/rows/0/columns/0/blocks/3'],
      ['x', 'c', '/rows/0/rows/0/columns/0/blocks/4'],
      ['cols', 'c', '/rows/0/rows/0/columns/0/blocks/5'],
      ['i', 'cols', '/rows/0/rows/0/columns/0/blocks/5/columns/0'],
      ['e', 'i', '/rows/0/rows/0/columns/0/blocks/5/columns/0/each/else/0'],
    ])
    expect(countNodes(document)).toBe(11)
    expect(findNode(document, 'e')?.type).toBe('text')
    expect(findNode(document, 'nobody')).toBeUndefined()
  })

  test('the flat list has the parent and first words of each node', () => {
    const list = listBlocks(document)
    expect(list[0]).toEqual({ id: 'g', type: 'group', path: '/rows/0', parent_id: 'root' })
    expect(list[3]).toEqual({
      id: 'h',
      type: 'heading',
      path: '/rows/0/rows/0/columns/0/blocks/0',
      parent_id: 'c',
      text: 'Big sale',
    })
    expect(list[5]?.text).toBe('One Two')
  })

  test('long words are cut to 200 characters', () => {
    const long = valid({ rows: [{ columns: [{ blocks: [{ type: 'text', text: 'word '.repeat(100) }] }] }] })
    expect(listBlocks(long)[2]?.text).toHaveLength(200)
  })

  test('the searchable text has the words and no tags or settings', () => {
    const text = documentText(document)
    for (const word of ['Hello', 'Soon', 'Big sale', 'Buy', 'One', 'Two', 'Cell', 'Raw words', 'Nothing'])
      expect(text).toInclude(word)
    for (const word of ['secret', 'hidden', 'stack', 'p{}', 'title=']) expect(text).not.toInclude(word)
  })
})

describe('translation', () => {
  test('replaces the translated properties and shares the rest', () => {
    const german = translate(document, 'de')
    expect(german.meta).toEqual({ title: 'T', lang: 'de', subject: 'Hallo {{ name }}', preheader: 'Soon' })
    expect(findNode(german, 'h')).toMatchObject({ text: [{ type: 'paragraph', runs: [{ text: 'Großer Verkauf' }] }] })
    expect(findNode(german, 'e')).toMatchObject({ text: [{ type: 'paragraph', runs: [{ text: 'Nichts' }] }] })
    expect(findNode(german, 'm')).toBe(findNode(document, 'm') as never)
    expect(findNode(document, 'h')).toMatchObject({
      text: [{ runs: [{ text: 'Big ' }, { text: 'sale', bold: true }] }],
    })
  })

  test('a region takes its language, and case does not matter', () => {
    expect(translate(document, 'de-AT').meta).toMatchObject({ lang: 'de-AT', subject: 'Hallo {{ name }}' })
    expect(findNode(translate(document, 'PT-br'), 'b')).toMatchObject({ label: 'Comprar' })
  })

  test('without translations of the locale the document stays as it is', () => {
    for (const locale of ['fr', 'en', 'en-GB', 'pt', '']) expect(translate(document, locale)).toBe(document)
  })

  test('translations of removed nodes are dropped when the document is read', () => {
    const read = valid({
      ...document,
      translations: { default: 'en', locales: { de: { 'gone.text': 'x', 'b.label': 'Kaufen' } } },
    })
    expect(read.translations?.locales).toEqual({ de: { 'b.label': 'Kaufen' } })
  })
})
