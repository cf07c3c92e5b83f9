import { describe, expect, test } from 'bun:test'
import { columnsOf } from '../../../src/email/render/index.ts'
import { blockTypes, column, readSample, renderEmail, section, textOf } from './compose.ts'

const text = (words: string, rest: object = {}) => ({ type: 'text', text: words, ...rest })

describe('plain text', () => {
  test('underlines the first two levels of headings', () => {
    const headings = [1, 2, 3].map((level) => ({ type: 'heading', level, text: `Level ${level}` }))
    expect(textOf(headings)).toBe('Level 1\n=======\n\nLevel 2\n~~~~~~~\n\nLevel 3\n')
  })

  test('breaks lines at 78 columns and never inside a URL', () => {
    const address = `https://example.com/${'a'.repeat(90)}`
    const plain = textOf([text(`${'word '.repeat(40)}<a href="${address}">more</a>`)])
    for (const line of plain.split('\n')) expect(line.length <= 78 || line.includes(address)).toBe(true)
    expect(plain).toEndWith(`more [1]\n\n[1] ${address}\n`)
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

  test('writes a URL once, and not again if it is the link text', () => {
    expect(textOf([text('<a href="https://example.com/a"><b>Bold</b> link</a>')])).toBe(
      'Bold link (https://example.com/a)\n',
    )
    expect(textOf([text('<a href="https://example.com/a">https://example.com/a</a>')])).toBe('https://example.com/a\n')
    expect(textOf([text('<a href="mailto:a@example.com">a@example.com</a>')])).toBe('a@example.com\n')
  })

  test('moves long URLs to the end, each once, and keeps buttons and short URLs in place', () => {
    const long = `https://example.com/${'path/'.repeat(10)}`
    const plain = textOf([
      text(
        `See <a href="${long}">this</a>, <a href="https://example.com">that</a> and <a href="${long}">this again</a>.`,
      ),
      { type: 'image', src: 'https://example.com/a.png', alt: 'A map', href: `${long}?map` },
      { type: 'button', label: 'Go there', href: `${long}?button=1234567890` },
    ])
    expect(plain).toBe(
      `See this [1], that (https://example.com) and this again [1].\n\nA map [2]\n\n[Go there]\n${long}?button=1234567890\n\n[1] ${long}\n[2] ${long}?map\n`,
    )
  })

  test('keeps URLs in place if an ESP fills in the text', () => {
    const href = `https://example.com/${'path/'.repeat(10)}{{ item.id }}`
    const list = text(`<a href="${href}">{{ item.name }}</a>`, { each: { in: 'items', as: 'item' } })
    expect(textOf([list], { target: 'passthrough' })).toContain(`{{ item.name }}\n(${href})`)
  })

  test('starts no line with characters that mail transport escapes or clients take for a signature', () => {
    const plain = textOf([
      text('<p>From the sea<br>-- the team<br>.hidden<br>&gt; quoted</p>'),
      { type: 'heading', level: 2, text: 'Two' },
      { type: 'divider' },
      { type: 'table', head: ['a'], rows: [['b']] },
    ])
    expect(plain.split('\n').filter((line) => /^(?:From |--|\.|>)/.test(line))).toEqual([])
    expect(plain).toStartWith(' From the sea\n -- the team\n .hidden\n > quoted\n')
  })

  test('breaks Chinese and Japanese between characters, and not before a full stop', () => {
    const plain = textOf([text(`${'春天的港口停满了船，'.repeat(12)}完。`)])
    const lines = plain.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) {
      expect(columnsOf(line)).toBeLessThanOrEqual(78)
      expect(line).not.toMatch(/^[，。]/)
    }
    expect(lines.join('')).toBe(`${'春天的港口停满了船，'.repeat(12)}完。`)
  })

  test('counts an emoji sequence as one', () => {
    for (const [one, columns] of [
      ['👩‍👩‍👧', 2],
      ['👍🏽', 2],
      ['🇫🇷', 2],
      ['❤️', 2],
      ['✓', 1],
      ['é', 1],
      ['한', 2],
      ['עברית', 5],
    ] as const)
      expect([one, columnsOf(one)]).toEqual([one, columns])
  })

  test('formats a table in columns, or row by row when it is too wide', () => {
    const rows = [
      ['Coat', '60'],
      ['Long underwear', '5'],
    ]
    const table = { type: 'table', head: ['Item', 'Price'], rows, columns: [{}, { align: 'right' }] }
    expect(textOf([table])).toBe(
      'Item            Price\n==============  =====\nCoat               60\nLong underwear      5\n',
    )
    const words = 'word '.repeat(20).trim()
    const wide = {
      ...table,
      rows: [
        ['x'.repeat(80), '1'],
        [words, '2'],
      ],
    }
    expect(textOf([wide])).toBe(
      `Item:\n  ${'x'.repeat(80)}\nPrice: 1\n\nItem: ${'word '.repeat(14).trim()}\n  ${'word '.repeat(6).trim()}\nPrice: 2\n`,
    )
  })

  test('leaves no white space at the end of a line and one blank line between blocks', () => {
    const plain = textOf([text('a '), { type: 'spacer', height: 9 }, text(''), { type: 'divider' }, text('b&nbsp;')])
    expect(plain).toBe('a\n\n* * *\n\nb\n')
  })

  test('omits nodes not included in text, and duplicates for another screen size', () => {
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

  test('of authored HTML is its text', () => {
    const html =
      '<style>p{}</style><p>One &amp; <b>two</b><br>three</p><ul><li>four</li></ul><a href="https://example.com">five</a><img alt="six" src="x"><script>no</script>'
    expect(textOf([{ type: 'html', html }])).toBe('One & two\nthree\n\n- four\n\nfive (https://example.com)six\n')
  })

  test('of authored HTML keeps headings, numbers and entities, and leaves out what is hidden', () => {
    const html =
      '<span style="display:none">Preview</span><h1>Hi &rsquo;there&rsquo;</h1><ol><li>one</li><li>two<ul><li>deep</li></ul></li></ol><hr><p>&copy; <a href="mailto:a@example.com">a@example.com</a></p>'
    expect(textOf([{ type: 'html', html }])).toBe(
      'Hi ’there’\n==========\n\n1. one\n2. two\n- deep\n\n* * *\n\n© a@example.com\n',
    )
  })

  test('of a countdown has the remaining time, that it is over, or when it ends', () => {
    const countdown = { type: 'countdown', until: '2026-12-24T18:00:00Z', expiredText: 'Over.' }
    const at = (now?: number) => textOf([countdown], now === undefined ? { data: {} } : { data: {}, now })
    expect(at(Date.UTC(2026, 11, 20, 12, 30))).toBe('04 days, 05 hours, 30 minutes\n')
    expect(at(Date.UTC(2026, 11, 25))).toBe('Over.\n')
    expect(at()).toBe('2026-12-24\n')
    expect(textOf([{ ...countdown, until: 'ends' }], { target: 'passthrough' })).toBe('{{ ends | date }}\n')
    expect(textOf([{ ...countdown, until: 'ends' }], { data: { ends: '2026-12-20' }, now: 0 })).toContain('20807 days')
  })
})
