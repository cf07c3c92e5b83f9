/** parsedmarc 10.4.3 as an independent reader of the same samples. */
import { describe, expect, test } from 'bun:test'
import { explainDifference, findDifferences } from './differences.ts'

const compared = await findDifferences()

describe.if(compared !== undefined)('the samples of parsedmarc', () => {
  test('are read, but for the empty file', () => {
    expect(compared?.files).toBe(34)
    expect(compared?.found.filter(({ field }) => field === 'outcome')).toEqual([])
  })
  test('say the same as parsedmarc reads, or the difference is explained', () => {
    expect(compared?.fields).toBeGreaterThan(25_000)
    expect(compared?.found.filter((each) => explainDifference(each) === undefined)).toEqual([])
  })
})
