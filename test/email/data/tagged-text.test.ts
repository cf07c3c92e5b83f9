import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type TaggedText, parseTagged, printTag, printTagged } from '../../../src/email/data/index.ts'

const read: [string, TaggedText][] = [
  ['', []],
  ['Plain } text { with }} braces', ['Plain } text { with }} braces']],
  ['Hi {{ name }}!', ['Hi ', { path: 'name' }, '!']],
  ['{{name}}{{a.b}}', [{ path: 'name' }, { path: 'a.b' }]],
  ['{{ items[0].title }}', [{ path: 'items.0.title' }]],
  ['{{ items.0["title"] }}', [{ path: 'items.0.title' }]],
  ['{{ prénom }}', [{ path: 'prénom' }]],
  ['{{ a | default: "x" }}', [{ path: 'a', fallback: 'x' }]],
  ['{{ a | default: \'say "hi"\' }}', [{ path: 'a', fallback: 'say "hi"' }]],
  ['{{ a | default: "}}" }}', [{ path: 'a', fallback: '}}' }]],
  ['{{ a | default: 0 }}', [{ path: 'a', fallback: '0' }]],
  ['{{ a | upcase | truncate: 9 }}', [{ path: 'a', filters: [{ name: 'upper' }, { name: 'truncate', argument: 9 }] }]],
  ['{{ a | downcase | capitalize }}', [{ path: 'a', filters: [{ name: 'lower' }, { name: 'capitalize' }] }]],
  ['{{ a | number: "EUR" }}', [{ path: 'a', filters: [{ name: 'number', argument: 'EUR' }] }]],
  ['{{ a | url_encode | raw }}', [{ path: 'a', filters: [{ name: 'url' }], raw: true }]],
  [
    '{{ "now" | date: "%Y", "Europe/Vienna" }}',
    [{ path: 'now', filters: [{ name: 'date', argument: '%Y', zone: 'Europe/Vienna' }] }],
  ],
  ['{{ "{{" }} and {{ "{%" }}', ['{{ and {%']],
  ['Dear \n {{- name -}} \n, hello', ['Dear', { path: 'name' }, ', hello']],
  ['{{-a-}} {{ b-c }}', [{ path: 'a' }, { path: 'b-c' }]],
  ['a {{- b | default: "x" -}}', ['a', { path: 'b', fallback: 'x' }]],
  [' {{- "{{" -}} x', ['{{x']],
  ['{{ a | truncate: 5 -}} b', [{ path: 'a', filters: [{ name: 'truncate', argument: 5 }] }, 'b']],
  [`{{ "{{t 'Hi {x}'}}" | native }}!`, [{ native: "{{t 'Hi {x}'}}" }, '!']],
  ['{{ unsubscribe_url }}', [{ path: 'unsubscribe_url' }]],
  [
    '{{ a | date: "%d" | default: "soon" }}',
    [{ path: 'a', fallback: 'soon', filters: [{ name: 'date', argument: '%d' }] }],
  ],
]

const mistakes: [string, number, string][] = [
  ['Hi {{ name', 10, 'not closed'],
  ['Hi {{ }}', 6, 'Expected a path'],
  ['{{{ a }}', 2, 'Expected a path'],
  ['{{ 1a }}', 3, 'Expected a path'],
  ['{{ a b }}', 5, 'Expected | or }}'],
  ['{{ a | shout }}', 7, 'Unknown filter shout'],
  ['{{ a | constructor }}', 7, 'Unknown filter'],
  ['{{ a | default }}', 7, 'takes one string'],
  ['{{ a | upcase | default: "x" }}', 16, 'before the others'],
  ['{{ a | default: x }}', 16, 'quoted string or a number'],
  ['{{ a | truncate: "x" }}', 7, 'number of characters to keep'],
  ['{{ a | date: "%d", "Nowhere/City" }}', 7, 'Unknown time zone'],
  ['{{ a | number: 99 }}', 7, 'decimals'],
  ['{% if a %}x{% endif %}', 0, 'not supported in text'],
  ['a {%- comment %}x{% endcomment %}', 2, 'Comments are not supported'],
  ['{% # note %}', 0, 'Comments are not supported'],
  ['{% raw %}{{ a }}{% endraw %}', 0, 'two literal braces'],
  ['{% assign a = 1 %}', 0, 'Variables are not supported'],
  ['{% include "a" %}', 0, 'module'],
  ['{{- a', 5, 'not closed'],
  ['{{ a - }}', 5, 'Expected | or }}'],
]

describe('text with merge tags', () => {
  test.each(read)('%j is read', (source, parts) => {
    expect(parseTagged(source)).toEqual({ parts })
    expect(parseTagged(printTagged(parts))).toEqual({ parts })
  })

  test.each(mistakes)('%j is refused at %d: %s', (source, index, message) => {
    const { error, parts } = parseTagged(source)
    expect(error?.index).toBe(index)
    expect(error?.message).toInclude(message)
    expect(parts.join('')).toBe(source)
  })

  test('tags before a syntax error are kept', () => {
    expect(parseTagged('{{ a }} {{ b').parts).toEqual([{ path: 'a' }, ' {{ b'])
  })

  test('a tag is printed as Ruby Liquid reads it', () => {
    expect(printTag({ path: 'a.0.b', fallback: 'x"y', filters: [{ name: 'upper' }] })).toBe(
      `{{ a[0].b | default: 'x"y' | upcase }}`,
    )
    expect(printTag({ path: 'now', filters: [{ name: 'date', argument: '%Y' }] })).toBe('{{ "now" | date: "%Y" }}')
  })

  const path = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,5}(\.([a-z_][a-z0-9_]{0,4}|\d{1,2})){0,3}$/)
  const filter = fc.oneof(
    fc.constantFrom({ name: 'upper' as const }, { name: 'url' as const }, { name: 'number' as const, argument: 'EUR' }),
    fc.record({ name: fc.constant('truncate' as const), argument: fc.integer({ min: 1, max: 500 }) }),
    fc.record({
      name: fc.constant('date' as const),
      argument: fc.string({ maxLength: 8 }),
      zone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    }),
  )
  const tag = fc.record(
    {
      path,
      fallback: fc.string({ unit: 'binary', maxLength: 12 }),
      filters: fc.array(filter, { minLength: 1, maxLength: 3 }),
      raw: fc.constant(true as const),
    },
    { requiredKeys: ['path'] },
  )
  const literal = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('{', '{{', '{%', '}}', '{{ "{{" }}', '\\', '"'))

  test('any printed text parses to the same parts, with any braces and quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(literal, tag), { maxLength: 8 }), (parts) => {
        const printed = printTagged(parts)
        const again = parseTagged(printed)
        expect(again.error).toBeUndefined()
        expect(again.parts).toEqual(joined(parts))
        expect(printTagged(again.parts)).toBe(printed)
      }),
      { numRuns: 3000, seed: 1 },
    )
  })

  test('any source parses without throwing, and none of its text is lost', () => {
    const source = fc
      .array(
        fc.constantFrom(
          '{{',
          '}}',
          '{',
          '}',
          '%',
          '|',
          ':',
          '"',
          "'",
          '\\',
          ' ',
          'a',
          '.b',
          '[0]',
          'default',
          'raw',
          '\n',
        ),
      )
      .map((all) => all.join(''))
    fc.assert(
      fc.property(source, (text) => {
        const { error, parts } = parseTagged(text)
        if (error === undefined) expect(parseTagged(printTagged(parts)).parts).toEqual(parts)
        else expect(String(parts.at(-1))).toEndWith(text.slice(error.index))
      }),
      { numRuns: 3000, seed: 2 },
    )
  })
})

function joined(parts: TaggedText): TaggedText {
  const all: (string | Exclude<TaggedText[number], string>)[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part === '') continue
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else all.push(part)
  }
  return all
}
