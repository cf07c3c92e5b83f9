import { describe, expect, test } from 'bun:test'
import type { RichText } from '../../src/email/document/index.ts'
import { copyItem, dropItem, moveItem } from '../../src/editor/controls/index.ts'
import {
  conditionOf,
  elementStyle,
  inheritedStyle,
  mergeFieldsOf,
  plainLines,
  propsFor,
  readAt,
  readValue,
  readable,
  rowsOf,
  shownColor,
  undeclaredFields,
  withPlainLines,
  writeAt,
} from '../../src/editor/fields/index.ts'
import {
  cropRequest,
  framingOf,
  isOwnImage,
  partFor,
  partOf,
  thumbnailUrl,
  wholeUrl,
  withSignature,
} from '../../src/editor/images/index.ts'
import { recipientData } from '../../src/editor/preview/index.ts'
import { dropPosition } from '../../src/editor/layers/index.ts'
import { outlineOf } from '../../src/editor/state/index.ts'
import { freeName, nameFrom } from '../../src/editor/styles/index.ts'
import { emailOf } from './page/emails.ts'

describe('a value at a path', () => {
  const node = { id: 'go', style: { color: '#000000', size: 16 }, label: 'Go' }

  test('is read, and undefined if absent', () => {
    expect(readAt(node, 'style.color')).toBe('#000000')
    expect(readAt(node, 'style.padding')).toBeUndefined()
    expect(readAt(node, 'label.length')).toBeUndefined()
    expect(readAt(node, 'constructor.name')).toBeUndefined()
  })

  test('is written without changing its siblings', () => {
    expect(propsFor(node, 'style.color', '#ffffff')).toEqual({ style: { color: '#ffffff', size: 16 } })
    expect(propsFor(node, 'mobile.size', 12)).toEqual({ mobile: { size: 12 } })
    expect(node.style.color).toBe('#000000')
  })

  test('is removed, with the object if that is empty then', () => {
    expect(propsFor({ style: { color: '#000000' } }, 'style.color', undefined)).toEqual({ style: null })
    expect(propsFor(node, 'style.color', undefined)).toEqual({ style: { size: 16 } })
    expect(writeAt({ headings: { 1: { size: 30 } } }, 'headings.1.size', undefined)).toEqual({})
  })
})

describe('rich text as lines', () => {
  const rich: RichText = [
    {
      type: 'paragraph',
      runs: [{ text: 'We are ' }, { text: 'glad', bold: true }, { text: ', ' }, { tag: { path: 'name' } }],
    },
    { type: 'paragraph', align: 'center', runs: [{ text: 'Bye' }] },
  ]

  test('has a line for each paragraph and shows tags as source', () => {
    expect(plainLines(rich)).toBe('We are glad, {{ name }}\nBye')
    expect(plainLines([{ type: 'list', ordered: false, items: [] }])).toBeUndefined()
  })

  test('stays as it was when nothing changed', () => {
    expect(withPlainLines(rich, plainLines(rich) ?? '')).toEqual(rich)
  })

  test('keeps marks of unchanged text, and gives new text the marks before it', () => {
    expect(withPlainLines(rich, 'We are gladly, {{ name }}\nBye')[0]).toEqual({
      type: 'paragraph',
      runs: [{ text: 'We are ' }, { text: 'gladly', bold: true }, { text: ', ' }, { tag: { path: 'name' } }],
    })
    expect(withPlainLines(rich, 'We are glad, {{ name }}\nGood bye')[1]).toMatchObject({ align: 'center' })
  })

  test('loses what is deleted, tags as a whole, and takes new paragraphs', () => {
    expect(withPlainLines(rich, 'Hello')).toEqual([{ type: 'paragraph', runs: [{ text: 'Hello' }] }])
    expect(withPlainLines([{ type: 'paragraph', runs: [] }], 'One\nTwo')).toEqual([
      { type: 'paragraph', runs: [{ text: 'One' }] },
      { type: 'paragraph', runs: [{ text: 'Two' }] },
    ])
  })
})

describe('a condition as lines', () => {
  test('converts comparisons and their operator both ways', () => {
    const both = {
      op: 'or',
      of: [
        { op: 'eq', path: 'plan', value: 'pro' },
        { op: 'exists', path: 'name' },
      ],
    } as const
    const rows = rowsOf({ ...both, of: [...both.of] })
    expect(rows?.join).toBe('or')
    expect(rows === undefined ? undefined : conditionOf(rows)).toEqual({ ...both, of: [...both.of] })
  })

  test('keeps conditions that lines cannot express', () => {
    expect(rowsOf({ op: 'not', of: { op: 'exists', path: 'name' } })).toBeUndefined()
    expect(rowsOf({ op: 'and', of: [{ op: 'or', of: [] }] })).toBeUndefined()
    expect(rowsOf({ op: 'native', target: 'x', before: '', after: '' })).toBeUndefined()
  })

  test('without a field is incomplete', () => {
    expect(conditionOf({ join: 'and', rows: [{ path: '', op: 'eq', value: '' }] })).toBeUndefined()
  })

  test('parses values by the type of the field', () => {
    expect([readValue('5', 'number'), readValue('5', 'string'), readValue('true', undefined)]).toEqual([5, '5', true])
    expect([readValue('05', undefined), readValue('', undefined)]).toEqual(['05', ''])
  })
})

test('items of a list move, are copied and dropped', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(copyItem(['a', 'b'], 0)).toEqual(['a', 'a', 'b'])
  expect(dropItem(['a', 'b'], 0)).toEqual(['b'])
})

describe('cropping an image', () => {
  const size = { width: 1200, height: 800 }

  test('is as large as the shape allows, around the focal point, within the image', () => {
    expect(partFor(size, { ratio: 1, zoom: 1, focus: { x: 0.5, y: 0.5 } })).toEqual({
      x: 200,
      y: 0,
      width: 800,
      height: 800,
    })
    expect(partFor(size, { ratio: 1, zoom: 2, focus: { x: 1, y: 0 } })).toEqual({
      x: 800,
      y: 0,
      width: 400,
      height: 400,
    })
    expect(partFor(size, { ratio: undefined, zoom: 1, focus: { x: 0, y: 0 } })).toEqual({ x: 0, y: 0, ...size })
  })

  test('is restored from its URL', () => {
    const framing = { ratio: 16 / 9, zoom: 1.5, focus: { x: 0.6, y: 0.5 } }
    const again = framingOf(size, partFor(size, framing))
    expect(again.ratio).toBeCloseTo(16 / 9, 2)
    expect(again.zoom).toBeCloseTo(1.5, 2)
    expect(again.focus.x).toBeCloseTo(0.6, 2)
  })

  test('keeps other URL parameters, and is signed in the URL', () => {
    const part = { x: 10, y: 20, width: 300, height: 200 }
    const asset = 'https://cdn.example.com/cdn/ast_1/a.jpg?w=600&format=png&utm_id=1&crop=1,2,3,4&exp=9&sig=old'
    expect(cropRequest(asset, part)).toEqual({
      id: 'ast_1',
      parameters: { w: 600, format: 'png', crop: '10,20,300,200' },
    })
    const signed = withSignature(
      '/cdn/ast_1/a.jpg?w=600',
      'http://localhost/cdn/ast_1/b.jpg?crop=10%2C20%2C300%2C200&sig=x',
    )
    expect(signed).toBe('/cdn/ast_1/a.jpg?crop=10,20,300,200&sig=x')
    expect(partOf(signed)).toEqual(part)
    expect(wholeUrl(asset)).toBe('https://cdn.example.com/cdn/ast_1/a.jpg?w=600&format=png&utm_id=1')
    expect(thumbnailUrl(signed, 480)).toBe(signed)
    expect(partOf('/cdn/ast_1/a.jpg?crop=x')).toBeUndefined()
  })

  test('applies to images of the service only', () => {
    expect(isOwnImage('https://mail.example.com/cdn/ast_1/a.jpg')).toBe(true)
    expect(isOwnImage('https://example.com/x.jpg?from=/cdn/ast_1')).toBe(false)
    expect(thumbnailUrl('https://example.com/x.jpg', 320)).toBe('https://example.com/x.jpg')
    expect(thumbnailUrl('/cdn/ast_1/a.jpg', 320)).toBe('/cdn/ast_1/a.jpg?w=320')
  })
})

describe('merge fields', () => {
  const document = emailOf([], { fields: [{ path: 'first_name', type: 'string', label: 'First name', sample: 'Ada' }] })
  const mergeTags = [
    { key: 'first_name', label: 'Other' },
    { key: 'order.total', sample: '12' },
  ]

  test('are those of the email, then those of the page around', () => {
    expect(mergeFieldsOf(document, { mergeTags }).map(({ path, label }) => [path, label])).toEqual([
      ['first_name', 'First name'],
      ['order.total', 'Order total'],
    ])
    expect(readable('order.shippingAddress_line')).toBe('Order shipping address line')
  })

  test('that the email uses without declaration are listed too, each once', () => {
    const requesting = emailOf([
      {
        type: 'section',
        columns: [
          {
            type: 'column',
            blocks: [
              { type: 'text', text: 'Hello {{ first_name }}, {{ city }} and {{ city }} of {{ now }}' },
              { type: 'button', label: 'Go', href: 'https://example.com/{{ code }}' },
              { type: 'text', text: '{{ item.name }}', each: { in: 'items', as: 'item' } },
            ],
          },
        ],
      },
    ])
    const known = mergeFieldsOf(document, { mergeTags })
    expect(undeclaredFields(requesting, known).map(({ path, label }) => [path, label])).toEqual([
      ['city', 'City'],
      ['code', 'Code'],
    ])
  })

  test('form a sample recipient, with typed values over samples', () => {
    const fields = mergeFieldsOf(document, { mergeTags })
    expect(recipientData(document, fields)).toEqual({ first_name: 'Ada', order: { total: '12' } })
    expect(recipientData(document, fields, { typed: { first_name: 'Grace' } })).toMatchObject({ first_name: 'Grace' })
  })

  test('is that of a sample recipient, with samples where it has no value', () => {
    const recipient = { first_name: 'Amina', order: { total: '' }, plan: 'free' }
    const fields = mergeFieldsOf(document, { mergeTags })
    expect(recipientData(document, fields, { recipient })).toEqual({
      first_name: 'Amina',
      order: { total: '12' },
      plan: 'free',
    })
    expect(recipientData(document, fields, { recipient, typed: { first_name: 'Grace' } })).toMatchObject({
      first_name: 'Grace',
    })
  })

  test('cannot reach beyond the data', () => {
    const data = recipientData(document, [], { typed: { '__proto__.polluted': 'yes' } })
    expect(Object.hasOwn(data, '__proto__')).toBe(true)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })
})

test('a node inherits from theme, element, classes and surroundings, in this order', () => {
  const document = emailOf(
    [
      {
        id: 'hero',
        type: 'section',
        box: { color: '#111111' },
        columns: [
          {
            id: 'top',
            type: 'column',
            style: { align: 'center' },
            blocks: [{ id: 'words', type: 'text', text: '<p>Hi</p>', classes: ['small'], style: { size: 30 } }],
          },
        ],
      },
    ],
    {
      theme: {
        colors: { primary: { light: '#0b6e4f' } },
        fonts: {},
        text: { lineHeight: 1.7 },
        classes: { small: { size: 12 } },
      },
    },
  )
  const outline = outlineOf(document)
  const node = outline.entries.get('words')?.node
  if (node === undefined) throw new Error('The text is in the email')
  const style = inheritedStyle(document, outline, node)
  expect(style).toMatchObject({ lineHeight: 1.7, size: 12, color: '#111111', align: 'center' })
  expect(shownColor(document, '$color.primary')).toBe('#0b6e4f')
  expect(shownColor(document, '$color.none')).toBeUndefined()
})

test('styles of the theme inherit what the canvas shows: sizes of headings, padding of buttons', () => {
  const { theme } = emailOf([], { theme: { colors: {}, fonts: {}, text: { size: 18 } } })
  expect(elementStyle(theme, { type: 'text' })).toMatchObject({ size: 18, weight: 400, lineHeight: 1.5 })
  const heading = { type: 'heading', level: 1 }
  expect(elementStyle(theme, heading)).toMatchObject({ size: 32, weight: 700, lineHeight: 1.25 })
  expect(elementStyle(theme, { type: 'button' })).toMatchObject({ size: 16, innerPadding: [12, 24, 12, 24] })
})

test('names of colors and styles are derived from typed text', () => {
  expect([nameFrom('Small print'), nameFrom('Überschrift groß'), nameFrom('1st'), nameFrom(' ')]).toEqual([
    'smallPrint',
    'uberschriftGro',
    undefined,
    undefined,
  ])
  expect(freeName({ color: 1, color2: 1 }, 'color')).toBe('color3')
})

test('a line of the tree lands beside or inside another where the email allows it', () => {
  const column = (id: string, ...blocks: string[]) => ({
    id,
    type: 'column',
    blocks: blocks.map((block) => ({ id: block, type: 'divider' })),
  })
  const outline = outlineOf(
    emailOf([
      { id: 'one', type: 'section', columns: [column('left', 'a', 'b'), column('right', 'c')] },
      { id: 'two', type: 'section', columns: [column('alone')] },
    ]),
  )
  expect(dropPosition(outline, 'a', 'c', 'after')).toEqual({ parent: 'right', index: 1 })
  expect(dropPosition(outline, 'a', 'alone', 'inside')).toEqual({ parent: 'alone', index: 0 })
  expect(dropPosition(outline, 'two', 'one', 'before')).toEqual({ parent: 'root', index: 0 })
  expect(dropPosition(outline, 'a', 'one', 'inside')).toBeUndefined()
  expect(dropPosition(outline, 'one', 'a', 'after')).toBeUndefined()
  expect(dropPosition(outline, 'left', 'left', 'after')).toBeUndefined()
})
