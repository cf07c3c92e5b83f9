import { describe, expect, test } from 'bun:test'
import {
  type FieldDeclaration,
  applyDefaults,
  checkData,
  sampleData,
  typicalData,
} from '../../../src/email/data/index.ts'

describe('declared fields', () => {
  test('samples build the data object, and a default stands in for a missing sample', () => {
    const items = [{ title: 'Shoe' }]
    const fields: FieldDeclaration[] = [
      { path: 'customer.name', type: 'string', sample: 'Ann' },
      { path: 'customer.city', type: 'string', default: 'Graz' },
      { path: 'order.items', type: 'list', sample: items },
      { path: 'order.items.0.price', type: 'number', sample: 5 },
      { path: 'nothing', type: 'string' },
    ]
    expect(sampleData(fields)).toEqual({
      customer: { name: 'Ann', city: 'Graz' },
      order: { items: [{ title: 'Shoe', price: 5 }] },
    })
    expect(items).toEqual([{ title: 'Shoe' }])
  })

  test('samples of items become a list, and nested fields become nested lists', () => {
    const fields: FieldDeclaration[] = [
      { path: 'orders.1.lines.0.title', type: 'string', sample: 'Mug' },
      { path: 'orders.0.id', type: 'string', sample: 'A' },
      { path: 'orders.0.lines', type: 'list', sample: [{ title: 'Vase' }] },
    ]
    expect(sampleData(fields)).toEqual({
      orders: [{ id: 'A', lines: [{ title: 'Vase' }] }, { lines: [{ title: 'Mug' }] }],
    })
    expect(sampleData([{ path: 'list.99999', type: 'string', sample: 'x' }])).toEqual({ list: { '99999': 'x' } })
  })

  test('a misspelled name gets a suggestion', () => {
    const fields: FieldDeclaration[] = [{ path: 'customer.first_name', type: 'string', required: true }]
    const message = (data: object) => checkData(fields, data)[0]?.message
    expect(message({ customer: { frist_name: 'Ann' } })).toBe('is required: expected a string; the data has frist_name')
    expect(message({ customer: { firstname: 'Ann', first_nam: 'Ann' } })).toBe('is required: expected a string')
    expect(message({ customer: { first_name: null } })).toBe('is required: expected a string')
    expect(message({ customer: 'Ann' })).toBe('is required: expected a string')
  })

  test('a path named like a prototype writes data and touches no prototype', () => {
    const data = sampleData([
      { path: '__proto__.polluted', type: 'string', sample: 'x' },
      { path: 'constructor.prototype.y', type: 'string', sample: 'x' },
    ])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(({} as Record<string, unknown>)['y']).toBeUndefined()
    expect(Object.keys(data)).toEqual(['__proto__', 'constructor'])
  })

  test('defaults fill what the data lacks and leave the data itself alone', () => {
    const data = { a: { b: '' }, kept: 0 }
    const filled = applyDefaults(
      [
        { path: 'a.b', type: 'string', default: 'x' },
        { path: 'kept', type: 'number', default: 9 },
        { path: 'new.deep', type: 'boolean', default: false },
      ],
      data,
    )
    expect(filled).toEqual({ a: { b: 'x' }, kept: 0, new: { deep: false } })
    expect(data).toEqual({ a: { b: '' }, kept: 0 })
    expect(applyDefaults([{ path: 'a', type: 'string', default: 'x' }], 'no object')).toEqual({ a: 'x' })
  })

  test.each<[FieldDeclaration['type'], unknown, boolean]>([
    ['string', 'x', true],
    ['string', 5, true],
    ['string', {}, false],
    ['number', 5, true],
    ['number', '5.5', true],
    ['number', 'five', false],
    ['boolean', false, true],
    ['boolean', 'false', false],
    ['date', '2026-11-21', true],
    ['date', 1_795_303_800, true],
    ['date', '2026-02-30', false],
    ['date', 'tomorrow', false],
    ['url', 'https://example.com', true],
    ['url', 'mailto:a@example.com', true],
    ['url', 'javascript:alert(1)', false],
    ['image', 'https://example.com/x.png', true],
    ['image', 'x.png', false],
    ['list', [], true],
    ['list', {}, false],
    ['object', {}, true],
    ['object', [], false],
  ])('a field of type %s takes %j: %p', (type, value, fits) => {
    expect(checkData([{ path: 'a.b', type }], { a: { b: value } })).toHaveLength(fits ? 0 : 1)
  })

  test('a required field without default must be there, and the issue points to it', () => {
    const fields: FieldDeclaration[] = [
      { path: 'order.total', type: 'number', required: true },
      { path: 'name', type: 'string', required: true, default: 'friend' },
      { path: 'optional', type: 'string' },
    ]
    expect(checkData(fields, {})).toEqual([{ path: '/order/total', message: 'is required: expected a number' }])
    expect(checkData(fields, { order: { total: 0 } })).toEqual([])
    expect(checkData(fields, null)).toHaveLength(1)
  })
})

test('typical data has a value of its type for every field: the sample, the default, or one that the field names', () => {
  const fields = [
    { path: 'customer.first_name', type: 'string' },
    { path: 'customer', type: 'object', sample: { city: 'Oslo' } },
    { path: 'order.total', type: 'number', default: 3 },
    { path: 'order.items', type: 'list' },
    { path: 'voucher', type: 'string', label: 'Voucher code' },
    { path: 'until', type: 'date' },
    { path: 'hero', type: 'image' },
    { path: 'shop', type: 'url' },
    { path: 'vip', type: 'boolean' },
  ] as const
  const data = typicalData(fields)
  expect(data).toMatchObject({
    customer: { city: 'Oslo', first_name: 'first name' },
    order: { total: 3, items: [] },
    voucher: 'Voucher code',
  })
  expect(checkData(fields, data)).toEqual([])
})
