import { describe, expect, test } from 'bun:test'
import { type ByteRange, readRange } from '../../../src/surfaces/delivery/byte-range.ts'

describe('a Range header on a file of 10 bytes', () => {
  const rows: [header: string | null, range: ByteRange][] = [
    [null, 'all'],
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=2-5', { start: 2, end: 6 }],
    ['bytes=2-', { start: 2, end: 10 }],
    ['bytes=5-100', { start: 5, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-100', { start: 0, end: 10 }],
    ['BYTES=9-9 ', { start: 9, end: 10 }],
    ['bytes=10-', 'none'],
    ['bytes=10-20', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-2', 'all'],
    ['bytes=0-1,4-5', 'all'],
    ['bytes=-', 'all'],
    ['bytes=a-b', 'all'],
    ['items=0-1', 'all'],
    ['bytes=99999999999999999999-', 'all'],
  ]
  for (const [header, range] of rows) {
    test(`${header} gives ${JSON.stringify(range)}`, () => expect(readRange(header, 10)).toEqual(range))
  }
  test('an empty file has no range', () => {
    expect(readRange('bytes=0-', 0)).toBe('none')
    expect(readRange('bytes=-1', 0)).toBe('none')
  })
})
