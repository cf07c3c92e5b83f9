import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Condition,
  type FieldTag,
  createScope,
  isTrue,
  liquidCondition,
  printTag,
  readTag,
} from '../../../src/email/data/index.ts'
import { fillSources } from '../../../src/email/liquid/index.ts'

const data = {
  plan: 'pro',
  name: 'ann',
  age: 30,
  price: 1234.5,
  none: null,
  bare: '',
  no: false,
  yes: true,
  list: ['a', 'b'],
  nothing: [],
  zero: 0,
  day: '2026-11-21T22:30:00Z',
  nested: { deep: { text: 'x' } },
}
const scope = createScope(data)

function fill(html: string): string {
  const [filled] = fillSources([{ html, locals: {} }], {
    data,
    cdnUrl: '',
    locale: 'en',
    now: 0,
    cleanHtml: (source) => source,
  })
  if (filled === undefined || 'problem' in filled) throw new Error(`${html}: ${filled?.problem}`)
  return filled.html
}

const paths = [
  'plan',
  'age',
  'none',
  'bare',
  'no',
  'yes',
  'list',
  'nothing',
  'zero',
  'gone',
  'nested.deep.text',
  'nested.gone.text',
]
const leaf = fc.oneof(
  fc.record({ op: fc.constantFrom('exists' as const, 'empty' as const), path: fc.constantFrom(...paths) }),
  fc.record({
    op: fc.constantFrom('eq' as const, 'ne' as const),
    path: fc.constantFrom('plan', 'gone', 'bare'),
    value: fc.constantFrom('pro', 'free', 'a "quoted" \'word\''),
  }),
  fc.record({
    op: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
    path: fc.constantFrom('age', 'zero', 'price'),
    value: fc.constantFrom(-1, 0, 30, 1234.5),
  }),
  fc.record({
    op: fc.constant('contains' as const),
    path: fc.constantFrom('plan', 'list'),
    value: fc.constantFrom('a', 'r', 'z'),
  }),
)
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), of: tie('condition') }),
  ),
}))

const filters = fc.array(
  fc.oneof(
    fc.constantFrom<NonNullable<FieldTag['filters']>[number]>(
      { name: 'upper' },
      { name: 'lower' },
      { name: 'capitalize' },
      { name: 'url' },
    ),
    fc.record({ name: fc.constant('truncate' as const), argument: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ name: fc.constant('number' as const), argument: fc.constantFrom('EUR', 0, 2) }),
    fc.record({
      name: fc.constant('date' as const),
      argument: fc.constantFrom('%Y', '%d %B'),
      zone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    }),
  ),
  { minLength: 1, maxLength: 1 },
)
const tag = fc.record(
  {
    path: fc.constantFrom('plan', 'name', 'age', 'price', 'zero', 'bare', 'gone', 'day', 'nested.deep.text'),
    fallback: fc.constantFrom('friend', '0', 'a "b" c', "it's"),
    filters,
  },
  { requiredKeys: ['path', 'fallback'] },
)

// What an ESP makes of the tags that we write; liquidjs is the one at hand.
describe('the generated Liquid', () => {
  test('evaluates the intended conditions', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const { before, after } = liquidCondition(one)
        expect([before, fill(`${before}shown${after}`)]).toEqual([before, isTrue(one, scope) ? 'shown' : ''])
      }),
      { numRuns: 800, seed: 11 },
    )
  })

  test('prints the intended values', () => {
    fc.assert(
      fc.property(tag, (one) => {
        const printed = printTag(one)
        const escaped = readTag(one, scope, { locale: 'en', now: 0 })
          .text.replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
        const plain = fill(printed).replaceAll('&quot;', '"').replaceAll('&#39;', "'")
        expect([printed, plain]).toEqual([printed, escaped])
      }),
      { numRuns: 800, seed: 12 },
    )
  })
})
