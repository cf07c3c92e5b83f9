import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Condition,
  createScope,
  isTrue,
  itemsOf,
  liquidCondition,
  parseCondition,
  printCondition,
  printLoop,
} from '../../../src/email/data/index.ts'

const scope = createScope({
  plan: 'pro',
  age: 30,
  text: '30',
  none: null,
  blank: '',
  no: false,
  list: ['a', 1],
  nothing: [],
  zero: 0,
  day: '2026-11-21',
})

function holds(source: string): boolean {
  const read = parseCondition(source)
  if ('error' in read) throw new Error(read.error.message)
  return isTrue(read.condition, scope)
}

describe('a condition', () => {
  test.each<[string, boolean]>([
    ['plan == "pro"', true],
    ['plan != "pro"', false],
    ['plan', true],
    ['blank', false],
    ['no', false],
    ['nothing', false],
    ['zero', true],
    ['none', false],
    ['gone == nil', true],
    ['none == nil', true],
    ['plan == nil', false],
    ['gone == blank', true],
    ['plan != blank', true],
    ['age == "30"', true],
    ['text == 30', true],
    ['text > 29.5', true],
    ['age >= 30 and age <= 30', true],
    ['age < 30 or age > 30', false],
    ['plan > 5', false],
    ['gone < 5', false],
    ['day > "2026-01-01"', true],
    ['plan contains "r"', true],
    ['list contains "a"', true],
    ['list contains "1"', true],
    ['age contains "3"', false],
    ['not plan == "pro"', false],
    ['not (gone or blank)', true],
    ['gone and gone or plan', false],
    ['(gone and gone) or plan', true],
    ['true', true],
    ['false', false],
    ['constructor', false],
  ])('%s is %p', (source, expected) => {
    expect(holds(source)).toBe(expected)
  })

  test('a native condition is true, because only its ESP can evaluate it', () => {
    expect(isTrue({ op: 'native', target: 'mailchimp', before: '*|IF:X|*', after: '*|END:IF|*' }, scope)).toBe(true)
  })

  test.each<[string, number]>([
    ['', 0],
    ['a ==', 4],
    ['a = 1', 2],
    ['a and', 5],
    ['(a', 2],
    ['a b', 2],
    ['a == b', 5],
    ['"x" == a', 0],
    ['('.repeat(20) + 'a' + ')'.repeat(20), 9],
    [`${'not '.repeat(20)}a`, 32],
  ])('%j is refused at %d', (source, index) => {
    const read = parseCondition(source)
    expect('error' in read && read.error.index).toBe(index)
  })

  const leaf = fc.oneof(
    fc.record({
      op: fc.constantFrom('exists' as const, 'empty' as const),
      path: fc.constantFrom('plan', 'gone', 'list.0'),
    }),
    fc.record({
      op: fc.constantFrom('eq' as const, 'ne' as const, 'gt' as const, 'lte' as const, 'contains' as const),
      path: fc.constantFrom('plan', 'age', 'gone', 'list'),
      value: fc.oneof(fc.constantFrom('pro', 'a', '', 30, null, true), fc.string({ maxLength: 5 })),
    }),
  )
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({
        op: fc.constantFrom('and' as const, 'or' as const),
        of: fc.array(tie('condition'), { maxLength: 3 }),
      }),
      fc.record({ op: fc.constant('not' as const), of: tie('condition') }),
    ),
  }))

  test('its text form parses to an equivalent condition', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const read = parseCondition(printCondition(one))
        expect('condition' in read && isTrue(read.condition, scope)).toBe(isTrue(one, scope))
        if ('condition' in read) expect(printCondition(read.condition)).toBe(printCondition(one))
      }),
      { numRuns: 2000, seed: 3 },
    )
  })

  test('its Liquid tags show the same content as the condition, with and without parentheses', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const { after, before } = liquidCondition(one)
        expect(before.replace(/"[^"]*"|'[^']*'/g, '')).not.toMatch(/[()]|\bnot\b/)
        expect(runLiquid(`${before}shown${after}`) === 'shown').toBe(isTrue(one, scope))
      }),
      { numRuns: 1000, seed: 4 },
    )
  })

  test('a native condition prints its own marks', () => {
    expect(liquidCondition({ op: 'native', target: 'x', before: '*|IF|*', after: '*|END|*' })).toEqual({
      before: '*|IF|*',
      after: '*|END|*',
    })
  })
})

describe('a loop', () => {
  test('renders the items of a list, up to its limit', () => {
    expect(itemsOf({ in: 'list', as: 'x' }, scope).items).toEqual(['a', 1])
    expect(itemsOf({ in: 'list', as: 'x', limit: 1 }, scope).items).toEqual(['a'])
    const many = itemsOf({ in: 'many', as: 'x' }, createScope({ many: Array(5000).fill(0) }))
    expect(many).toMatchObject({ total: 5000, truncated: true })
    expect(many.items).toHaveLength(1000)
  })

  test('renders nothing for a value that is not a list', () => {
    for (const path of ['plan', 'gone', 'age', 'none']) expect(itemsOf({ in: path, as: 'x' }, scope).items).toEqual([])
  })

  test('is printed as Liquid', () => {
    expect(printLoop({ in: 'order.0.items', as: 'item', limit: 3 })).toBe('item in order[0].items limit:3')
  })
})

// A tiny interpreter of the tags that liquidCondition writes; it splits conditions from the right, as Liquid does.
function runLiquid(source: string): string {
  const variables: Record<string, boolean> = {}
  const shown: boolean[] = []
  let out = ''
  for (const [, tag, text] of source.matchAll(
    /\{%\s*((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^"'])*?)\s*%\}|([^{]+|\{)/g,
  )) {
    const visible = shown.every(Boolean)
    if (text !== undefined) out += visible ? text : ''
    else if (tag?.startsWith('end')) shown.pop()
    else if (tag?.startsWith('assign ')) {
      const [, name, value] = /^assign (\w+) = (true|false)$/.exec(tag) ?? []
      if (visible && name !== undefined) variables[name] = value === 'true'
    } else {
      const [, word, expression] = /^(if|unless) ([\s\S]*)$/.exec(tag ?? '') ?? []
      const known = expression !== undefined && Object.hasOwn(variables, expression) ? variables[expression] : undefined
      const value = known ?? holds(expression ?? '')
      shown.push(word === 'unless' ? !value : value)
    }
  }
  return out
}
