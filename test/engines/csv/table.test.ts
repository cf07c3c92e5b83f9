import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeTable, findEmailColumn, readTable } from '../../../src/engines/csv/index.ts'
import { processorMs } from '../../support/processor-time.ts'

const rowsOf = (text: string) => readTable(text, 1000)?.rows

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

  test('of too many rows is given up', () => expect(readTable('a\n'.repeat(50), 10)).toBeUndefined())

  test('that was written is read as it was', () => {
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

  test('whatever the text, reading ends', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'"",;\n\ra|\t') }), (text) => void readTable(text, 100)))
    const started = processorMs()
    readTable('"'.repeat(500_000), 1000)
    readTable('"a'.repeat(200_000), 1000)
    readTable(`${'"a\n'.repeat(100_000)}`, 1_000_000)
    expect(processorMs() - started).toBeLessThan(5000)
  })
})

describe('the column of addresses', () => {
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
      const found = findEmailColumn(readTable(text, 100) ?? { delimiter: ',', rows: [] })
      if (expected === undefined) expect(found).toBeUndefined()
      else expect(found).toMatchObject(expected)
    })
})

describe('a file', () => {
  const bytes = (...codes: number[]) => new Uint8Array(codes)
  test('is read by its mark, as UTF-8, or as what is left', () => {
    expect(decodeTable(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: 'a' })
    expect(decodeTable(bytes(0xff, 0xfe, 0x61, 0))).toEqual({ text: 'a' })
    expect(decodeTable(bytes(0x4d, 0xfc, 0x6c))).toEqual({ text: 'Mül' })
    expect(decodeTable(new TextEncoder().encode('Mül'))).toEqual({ text: 'Mül' })
  })
  test('that is no text says what to do', () => {
    expect(decodeTable(bytes(0x50, 0x4b, 3, 4))).toMatchObject({ problem: expect.stringContaining('CSV') })
    expect(decodeTable(bytes(0x1f, 0x8b))).toHaveProperty('problem')
    expect(decodeTable(bytes(0x61, 0, 0x61))).toHaveProperty('problem')
  })
})
