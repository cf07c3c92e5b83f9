import { describe, expect, test } from 'bun:test'
import { blockTypes, column, readSample, renderEmail, section, textOf } from './compose.ts'

const text = (words: string, rest: object = {}) => ({ type: 'text', text: words, ...rest })

describe('plain text', () => {
  test('underlines the first two levels of headings', () => {
    const headings = [1, 2, 3].map((level) => ({ type: 'heading', level, text: `Level ${level}` }))
    expect(textOf(headings)).toBe('Level 1\n=======\n\nLevel 2\n-------\n\nLevel 3\n')
  })

  test('breaks lines at 78 columns and nowhere inside an address', () => {
    const address = `https://example.com/${'a'.repeat(90)}`
    const plain = textOf([text(`${'word '.repeat(40)}<a href="${address}">more</a>`)])
    for (const line of plain.split('\n')) expect(line.length <= 78 || line.includes(address)).toBe(true)
    expect(plain).toContain(`(${address})`)
  })

  test('counts wide letters as two columns', () => {
    const plain = textOf([text(Array.from({ length: 60 }, () => '汉').join(' '))])
    expect(Math.max(...plain.split('\n').map((line) => line.length))).toBeLessThanOrEqual(52)
  })

  test('hangs the lines of an item under its first word, deeper lists under their item', () => {
    const long = 'word '.repeat(20).trim()
    const plain = textOf([text(`<ul><li>${long}</li><li>b<ol><li>${long}</li></ol></li></ul>`)])
    expect(
      plain
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(0, 9)),
    ).toEqual(['- word wo', '  word wo', '- b', '  1. word', '     word'])
  })

  test('writes an address once, and not again when it is the text', () => {
    expect(textOf([text('<a href="https://example.com/a"><b>Bold</b> link</a>')])).toBe(
      'Bold link (https://example.com/a)\n',
    )
    expect(textOf([text('<a href="https://example.com/a">https://example.com/a</a>')])).toBe('https://example.com/a\n')
    expect(textOf([text('<a href="mailto:a@example.com">a@example.com</a>')])).toBe('a@example.com\n')
  })

  test('lays a table out in columns, or row by row when it is too wide', () => {
    const rows = [
      ['Coat', '60'],
      ['Long underwear', '5'],
    ]
    const table = { type: 'table', head: ['Item', 'Price'], rows, columns: [{}, { align: 'right' }] }
    expect(textOf([table])).toBe(
      'Item            Price\n--------------  -----\nCoat               60\nLong underwear      5\n',
    )
    const wide = { ...table, rows: [['x'.repeat(80), '1']] }
    expect(textOf([wide])).toBe(`Item: ${'x'.repeat(80)}\nPrice: 1\n`)
  })

  test('leaves no white space at the end of a line and one blank line between blocks', () => {
    const plain = textOf([text('a '), { type: 'spacer', height: 9 }, text(''), { type: 'divider' }, text('b&nbsp;')])
    expect(plain).toBe('a\n\n---\n\nb\n')
  })

  test('leaves out what is not for it, and what only one kind of screen shows a second time', () => {
    const document = readSample({
      rows: [
        section([
          column([
            text('a', { parts: { text: false } }),
            text('b', { hide: { desktop: true } }),
            text('c', { hide: { mobile: true } }),
          ]),
          column([text('d')], { hide: { desktop: true } }),
        ]),
      ],
    })
    const { text: plain, html } = renderEmail(document, blockTypes, { data: {} })
    expect(plain).toBe('c\n')
    expect(html).toContain('>a</td>')
  })

  test('of authored HTML is its words', () => {
    const html =
      '<style>p{}</style><p>One &amp; <b>two</b><br>three</p><ul><li>four</li></ul><a href="https://example.com">five</a><img alt="six" src="x"><script>no</script>'
    expect(textOf([{ type: 'html', html }])).toBe('One & two\nthree\n\n- four\n\nfive (https://example.com)six\n')
  })

  test('of a countdown says what is left, that it is over, or when it ends', () => {
    const countdown = { type: 'countdown', until: '2026-12-24T18:00:00Z', expiredText: 'Over.' }
    const at = (now?: number) => textOf([countdown], now === undefined ? { data: {} } : { data: {}, now })
    expect(at(Date.UTC(2026, 11, 20, 12, 30))).toBe('04 days, 05 hours, 30 minutes\n')
    expect(at(Date.UTC(2026, 11, 25))).toBe('Over.\n')
    expect(at()).toBe('2026-12-24\n')
    expect(textOf([{ ...countdown, until: 'ends' }], { target: 'passthrough' })).toBe('{{ ends | date }}\n')
    expect(textOf([{ ...countdown, until: 'ends' }], { data: { ends: '2026-12-20' }, now: 0 })).toContain('20807 days')
  })
})
