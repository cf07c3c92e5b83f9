import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeTable, findEmailColumn, openTable } from '../../../src/deliverability/csv/index.ts'
import { processorMs } from '../../support/processor-time.ts'

const rowsOf = (text: string) => [...openTable(text).rows()].map((row) => [...row])

describe('a table', () => {
  const tables: [name: string, text: string, rows: string[][]][] = [
    [
      'with commas',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'with semicolons, in which commas are text',
      'a,x;b\nc;d',
      [
        ['a,x', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'with tabs',
      'a\tb\rc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'with quotes, breaks and delimiters in them',
      '"a ""1""","b\r\nb"\n"c,c",d',
      [
        ['a "1"', 'b\r\nb'],
        ['c,c', 'd'],
      ],
    ],
    ['of one value a line', 'a@x.test\n\n  \nb@x.test', [['a@x.test'], ['b@x.test']]],
    [
      'with empty cells',
      'a,,c\n,,\nd,e,',
      [
        ['a', '', 'c'],
        ['d', 'e', ''],
      ],
    ],
    [
      'with a quote that never closes',
      '"a,b\nc,d',
      [
        ['"a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['with nothing', '', []],
  ]
  for (const [name, text, rows] of tables) test(`${name} is read`, () => expect(rowsOf(text)).toEqual(rows))

  test('is read lazily', () => {
    const started = processorMs()
    const [first] = openTable('a,b\n'.repeat(2_000_000)).rows()
    expect(first).toEqual(['a', 'b'])
    expect(processorMs() - started).toBeLessThan(2000)
  })

  test('of one line of a megabyte is one row', () => {
    const [row, ...others] = rowsOf(`a@x.test,${'x'.repeat(1_000_000)}`)
    expect([row?.[0], row?.[1]?.length, others]).toEqual(['a@x.test', 10_000, []])
  })

  test('may have two columns of one name', () =>
    expect(rowsOf('mail,mail\na@x.test,b@x.test')).toEqual([
      ['mail', 'mail'],
      ['a@x.test', 'b@x.test'],
    ]))

  test('that was written parses to the same rows', () => {
    const cell = fc
      .string({ unit: fc.constantFrom(...'ab"\n,; é'), minLength: 1, maxLength: 6 })
      .filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\r\n')
        expect(rowsOf(text)).toEqual(rows)
      }),
    )
  })

  test('reading ends for any text', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'"",;\n\ra|\t') }), (text) => void rowsOf(text)))
    const started = processorMs()
    for (const text of ['"'.repeat(500_000), '"a'.repeat(200_000), '"a\n'.repeat(100_000)]) rowsOf(text)
    expect(processorMs() - started).toBeLessThan(5000)
  })
})

describe('the email column', () => {
  const tables: [name: string, text: string, expected: object | undefined][] = [
    ['is named', 'name,E-Mail\nAnna,a@x.test', { index: 1, hasHeader: true, name: 'E-Mail' }],
    ['is found without names', 'Anna;a@x.test\nBert;b@x.test', { index: 1, hasHeader: false, name: 'column 2' }],
    ['is the fuller one of two', 'backup,mail\n,a@x.test\nb@x.test,b@x.test', { index: 1 }],
    ['is the only one', 'a@x.test\nb@x.test', { index: 0, hasHeader: false }],
    ['is not there', 'name,phone\nAnna,1', undefined],
    ['is not in an empty table', '', undefined],
  ]
  for (const [name, text, expected] of tables)
    test(name, () => {
      const found = findEmailColumn(openTable(text))
      if (expected === undefined) expect(found).toBeUndefined()
      else expect(found).toMatchObject(expected)
    })
})

describe('a file', () => {
  const bytes = (...codes: number[]) => new Uint8Array(codes)
  test('is decoded by its byte order mark, as UTF-8, or as Windows-1252', () => {
    expect(decodeTable(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: 'a' })
    expect(decodeTable(bytes(0xff, 0xfe, 0x61, 0))).toEqual({ text: 'a' })
    expect(decodeTable(bytes(0x4d, 0xfc, 0x6c))).toEqual({ text: 'Mül' })
    expect(decodeTable(new TextEncoder().encode('Mül'))).toEqual({ text: 'Mül' })
  })
  test('in UTF-16 without a byte order mark is detected by its zero bytes', () => {
    const wide = (text: string, order: 0 | 1) =>
      bytes(
        ...[...text]
          .flatMap((character) => [character.charCodeAt(0) & 0xff, character.charCodeAt(0) >> 8])
          .map((_, at, all) => all[at ^ order] ?? 0),
      )
    expect(decodeTable(wide('mail\nø@x.test', 0))).toEqual({ text: 'mail\nø@x.test' })
    expect(decodeTable(wide('mail\nø@x.test', 1))).toEqual({ text: 'mail\nø@x.test' })
  })
  test('of two mixed encodings is decoded line by line', () => {
    const mixed = bytes(...new TextEncoder().encode('Müller,a@x.test\n'), 0x4d, 0xfc, 0x6c, 0x0a)
    expect(decodeTable(mixed)).toEqual({ text: 'Müller,a@x.test\nMül\n' })
    expect(decodeTable(bytes(0xef, 0xbb, 0xbf, 0xfc, 0x0a, 0x61))).toEqual({ text: 'ü\na' })
    expect(decodeTable(bytes(0xef, 0xbf, 0xbd, 0x0a, 0xe4, 0x0a))).toEqual({ text: '\ufffd\nä\n' })
    // Longer than what is decoded at one time, with a line among them that is longer still.
    const lines = Array.from(
      { length: 9000 },
      (_, index) => `Müller ${'x'.repeat(index === 4000 ? 99_999 : index % 90)}€\n`,
    )
    const parts = lines.map((line, index) =>
      index % 7 === 0 ? Buffer.from(line.replace('€', ''), 'latin1') : new TextEncoder().encode(line),
    )
    const text = lines.map((line, index) => (index % 7 === 0 ? line.replace('€', '') : line)).join('')
    expect(decodeTable(new Uint8Array(Buffer.concat(parts)))).toEqual({ text })
  })
  test('that is not text is rejected with a remedy', () => {
    expect(decodeTable(bytes(0x50, 0x4b, 3, 4))).toMatchObject({ problem: expect.stringContaining('CSV') })
    expect(decodeTable(bytes(0x50, 0x4b, 3, 4, 0x61))).toMatchObject({ problem: expect.stringContaining('unpack it') })
    const workbook = new TextEncoder().encode('PK\x03\x04....[Content_Types].xml')
    expect(decodeTable(workbook)).toMatchObject({ problem: expect.stringContaining('workbook') })
    expect(decodeTable(bytes(0x1f, 0x8b))).toHaveProperty('problem')
    expect(decodeTable(bytes(0x61, 0, 0x61))).toHaveProperty('problem')
  })
})
