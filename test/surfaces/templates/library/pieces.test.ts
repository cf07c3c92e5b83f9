import { describe, expect, test } from 'bun:test'
import { excerpt, highlight } from '../../../../src/surfaces/templates/library/listing/highlight.ts'
import { prefersHtml } from '../../../../src/surfaces/templates/library/views/accept.ts'
import { createCache } from '../../../../src/surfaces/templates/template/cache.ts'

describe('highlighting', () => {
  test('every hit is marked, in any case, and the rest is escaped', () => {
    expect(highlight('Sale <b>& "sales"</b> it\'s a SALE', ['sale', 'sales'])).toBe(
      '<mark>Sale</mark> &lt;b&gt;&amp; &quot;<mark>sales</mark>&quot;&lt;/b&gt; it&#39;s a <mark>SALE</mark>',
    )
  })

  test('a hit is marked as it is written, whatever the words were folded to', () => {
    expect(highlight('Café cafe CAFE\u0301', ['cafe'])).toBe('<mark>Café</mark> <mark>cafe</mark> <mark>CAFÉ</mark>')
    expect(highlight('Don’t miss', ["don't"])).toBe('<mark>Don’t</mark> miss')
    expect(highlight('Große Straße', ['strass', 'gros'])).toBe('<mark>Groß</mark>e <mark>Straß</mark>e')
    expect(highlight('ßß', ['sss'])).toBe('<mark>ßß</mark>')
    expect(excerpt(`${'é '.repeat(200)}Łódź ${'é '.repeat(200)}`, ['lodz'])).toContain('<mark>Łódź</mark>')
  })

  test('nothing is marked where nothing is found', () => {
    expect(highlight('Spring', ['sale'])).toBeUndefined()
    expect(excerpt('Spring', ['sale'])).toBeUndefined()
  })

  test('words are not patterns', () => {
    expect(highlight('a.c (x) [y] $ ^ \\ 50% a-b', ['a.c', '(x)', '[y]', '$', '^', '\\', '50%', 'a-b'])).toBe(
      '<mark>a.c</mark> <mark>(x)</mark> <mark>[y]</mark> <mark>$</mark> <mark>^</mark> <mark>\\</mark> <mark>50%</mark> <mark>a-b</mark>',
    )
    expect(highlight('abc', ['a.c'])).toBeUndefined()
  })

  test('a hit that is markup stays harmless', () => {
    expect(highlight('<script>', ['<script>'])).toBe('<mark>&lt;script&gt;</mark>')
  })

  test('an excerpt is cut between words around the first hit', () => {
    const text = `${'before '.repeat(50)}needle ${'after '.repeat(100)}`
    const cut = excerpt(text, ['needle']) ?? ''
    expect(cut).toMatch(/^…before [\s\S]*<mark>needle<\/mark> after[\s\S]*after…$/)
    expect(cut.length).toBeLessThan(300)
  })

  test('an excerpt never cuts a character in two', () => {
    for (let shift = 0; shift < 4; shift++) {
      const text = `${'x'.repeat(shift)}${'😀'.repeat(300)}日本${'😀'.repeat(300)}`
      expect(excerpt(text, ['日本'])?.isWellFormed()).toBe(true)
    }
  })
})

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/html, application/json', false],
  ['text/html, application/json;q=0.9', true],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0.5, */*;q=0.4', true],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['application/xhtml+xml', false],
])('Accept: %s prefers HTML: %p', (accept, expected) => expect(prefersHtml(accept)).toBe(expected))

describe('the memory of rendered emails', () => {
  test('lets the least recently used go when it is full', () => {
    const cache = createCache<string>(10)
    cache.set('a', 'A', 4)
    cache.set('b', 'B', 4)
    cache.get('a')
    cache.set('c', 'C', 4)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C'])
  })

  test('never holds more than it may, and a replaced value counts once', () => {
    const cache = createCache<number>(10)
    cache.set('a', 1, 11)
    expect(cache.get('a')).toBeUndefined()
    for (let i = 0; i < 5; i++) cache.set('a', i, 6)
    cache.set('b', 9, 4)
    expect([cache.get('a'), cache.get('b')]).toEqual([4, 9])
  })
})
