import { describe, expect, test } from 'bun:test'
import { type MergeTag, childScope, createScope, lookup, parseTagged, readTag } from '../../../src/email/data/index.ts'

const data = {
  name: 'ann',
  empty: '',
  zero: 0,
  no: false,
  price: 1234.5,
  list: ['a', 'b'],
  items: [{ title: 'First' }, { title: 'Last' }],
  when: '2026-11-21T23:30:00Z',
  day: '2026-02-01',
  emoji: '👩‍👩‍👧 family portrait',
  object: { a: 1 },
}
const scope = createScope(data)

function text(source: string, locale = 'en'): string {
  const { error, parts } = parseTagged(source)
  if (error !== undefined) throw new Error(error.message)
  return parts
    .map((part) => (typeof part === 'string' ? part : readTag(part, scope, { locale, now: Date.UTC(2026, 0, 2) }).text))
    .join('')
}

describe('the text of a merge tag', () => {
  test.each([
    ['{{ name }}', 'ann'],
    ['{{ name | upcase }}', 'ANN'],
    ['{{ name | capitalize }}', 'Ann'],
    ['{{ zero }}', '0'],
    ['{{ zero | default: "none" }}', '0'],
    ['{{ no }}', 'false'],
    ['{{ no | default: "none" }}', 'none'],
    ['{{ empty | default: "none" }}', 'none'],
    ['{{ gone | default: "none" | upcase }}', 'NONE'],
    ['{{ gone }}', ''],
    ['{{ object }}', ''],
    ['{{ list }}', 'a, b'],
    ['{{ list.size }} {{ list.first }} {{ list.last }} {{ list[1] }} {{ list[7] }}', '2 a b b '],
    ['{{ items[1].title }} {{ items.last.title }}', 'Last Last'],
    ['{{ name.size }}', '3'],
    ['{{ price | number }}', '1,234.5'],
    ['{{ price | number: 2 }}', '1,234.50'],
    ['{{ price | number: "EUR" }}', '€1,234.50'],
    ['{{ name | number }}', 'ann'],
    ['{{ name | truncate: 2 }}', 'a…'],
    ['{{ emoji | truncate: 2 }}', '👩‍👩‍👧…'],
    ['{{ name | truncate: 3 }}', 'ann'],
    [
      '{{ emoji | truncate: 8 | url_encode }}',
      '%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7%20famil%E2%80%A6',
    ],
    ['{{ when | date: "%Y-%m-%d %H:%M:%S" }}', '2026-11-21 23:30:00'],
    ['{{ when | date: "%A, %-d %B %Y, %-I:%M %p %Z", "Europe/Vienna" }}', 'Sunday, 22 November 2026, 12:30 AM GMT+1'],
    [
      '{{ when | date: "%a %e %b %y %j %z %s %F %T %R %D %P %%", "America/New_York" }}',
      'Sat 21 Nov 26 325 -0500 1795303800 2026-11-21 18:30:00 18:30 11/21/26 pm %',
    ],
    ['{{ day | date: "%-m/%-d %e %Q" }}', '2/1  1 %Q'],
    ['{{ day | date }}', 'February 1, 2026'],
    ['{{ name | date: "%Y" }}', 'ann'],
    ['{{ gone | default: "soon" | date: "%Y" }}', 'soon'],
    ['{{ "now" | date: "%Y" }}', '2026'],
  ])('%s is %j', (source, expected) => {
    expect(text(source)).toBe(expected)
  })

  test('numbers and dates follow the locale', () => {
    expect(text('{{ price | number: "EUR" }}', 'de-AT')).toBe('€\u00a01.234,50')
    expect(text('{{ day | date: "%d. %B" }}', 'de')).toBe('01. Februar')
    expect(text('{{ name | upcase }} {{ price | number }}', 'not a locale')).toBe('ANN 1,234.5')
  })

  test.each<[MergeTag, boolean]>([
    [{ path: 'gone' }, true],
    [{ path: 'object' }, true],
    [{ path: 'empty' }, false],
    [{ path: 'gone', fallback: '' }, false],
    [{ path: 'name' }, false],
  ])('%j is missing: %p', (tag, missing) => {
    expect(readTag(tag, scope, {}).missing).toBe(missing)
  })
})

describe('the value of a path', () => {
  test.each([
    'constructor',
    '__proto__',
    'toString',
    'items.constructor',
    'items.__proto__.push',
    'name.constructor',
    'list.length',
    'list.map',
  ])('%s is undefined, because prototypes are not data', (path) => {
    expect(lookup(scope, path)).toBeUndefined()
  })

  test('own properties with such names are data like any other', () => {
    const own = createScope(JSON.parse('{"__proto__":{"x":1},"constructor":"mine","list":{"size":5}}'))
    expect(lookup(own, '__proto__.x')).toBe(1)
    expect(lookup(own, 'constructor')).toBe('mine')
    expect(lookup(own, 'list.size')).toBe(5)
  })

  test('data that is not an object has no paths', () => {
    for (const nothing of [null, undefined, 5, 'text', true])
      expect(lookup(createScope(nothing), 'a.b')).toBeUndefined()
  })

  test('a loop variable shadows the data, and forloop describes the innermost loop', () => {
    const outer = childScope(scope, 'item', data.items[0], 0, 2)
    const inner = childScope(outer, 'part', 'x', 1, 2)
    expect(lookup(inner, 'item.title')).toBe('First')
    expect(lookup(inner, 'part')).toBe('x')
    expect(lookup(inner, 'name')).toBe('ann')
    expect(lookup(inner, 'forloop')).toEqual({ index: 2, index0: 1, first: false, last: true, length: 2 })
    expect(lookup(outer, 'forloop.first')).toBe(true)
    expect(lookup(scope, 'forloop')).toBeUndefined()
    expect(lookup(childScope(outer, 'item', 'again', 0, 1), 'item')).toBe('again')
  })
})
