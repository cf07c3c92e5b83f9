/** Text of third parties in results of tools: marked, without hidden characters, and short. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { limits } from '../../../src/kernel/limits.ts'
import { fitData } from '../../../src/surfaces/agent/result/fit.ts'
import { markStrangers, marks } from '../../../src/surfaces/agent/result/strangers.ts'
import { runs } from '../../support/runs.ts'
import { injections } from './injections.ts'

const hidden =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e01ef}\ufe00-\ufe0f]/u

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const marksIn = (text: string) => [...text].filter((letter) => letter === marks.open || letter === marks.close)

describe('text of third parties', () => {
  test.each(injections.map((text, index) => [index, text] as const))('of injection %d is data', (_, text) => {
    const [marked = ''] = textsIn(markStrangers({ detail: text }))
    expect(marked).not.toMatch(hidden)
    expect(marked.isWellFormed()).toBe(true)
    expect(marked.length).toBeLessThan(limits.agentTextLength + 60)
    if (!/\s/.test(marked)) return
    expect([marked.at(0), marked.at(-1)]).toEqual([marks.open, marks.close])
    expect(marksIn(marked)).toHaveLength(2)
  })

  test('cannot close its own mark, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 20 }), (text, name) => {
        const value = markStrangers({ [name]: [text, `${text} ${text}`] })
        for (const each of textsIn(value)) {
          expect(each).not.toMatch(hidden)
          expect([0, 2]).toContain(marksIn(each).length)
        }
      }),
      { numRuns: runs(80) },
    )
  })

  test('that is too long is omitted, and the members beside it stay', () => {
    const body = Array.from({ length: 2000 }, (_, index) => ({ index }))
    expect(fitData({ data: { status: 200, body } }, undefined)).toMatchObject({ status: 200, omitted: ['body'] })
    const list = { member: 'rows' }
    const page = fitData({ data: { total: 2, rows: [{ id: 'a', body }, { id: 'b' }] }, list }, undefined)
    expect(page).toMatchObject({ total: 2, rows: [{ id: 'a', omitted: ['body'] }, { id: 'b' }] })
  })

  test('of any amount fits into a result', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { maxLength: 60 }), (texts) => {
        const rows = texts.map((detail, index) => ({ index, detail }))
        for (const outcome of [
          { data: { evidence: rows, credits_used: 1 } },
          { data: { rows }, list: { member: 'rows' } },
        ]) {
          const data = fitData(outcome, undefined)
          expect(JSON.stringify(data).length).toBeLessThan(limits.agentResultTokens * 4)
        }
      }),
      { numRuns: runs(20) },
    )
  })
})
