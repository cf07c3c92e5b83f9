import { describe, expect, test } from 'bun:test'
import { type Breaker, healthy, evaluate, modeOf } from '../../../src/surfaces/webhooks/sending/breaker.ts'

const start = 1_795_000_000_000

/** Evaluates answers one after the other: `f` a failure, `s` a success, a number that many seconds of silence. */
function after(story: (string | number)[], from: Breaker = healthy): { breaker: Breaker; at: number } {
  let [breaker, at] = [from, start]
  for (const part of story) {
    if (typeof part === 'number') at += part * 1000
    else for (const letter of part) breaker = evaluate(breaker, { at, isFailure: letter === 'f' })
  }
  return { breaker, at }
}

const closed: { name: string; story: (string | number)[] }[] = [
  { name: 'nine failures in a row', story: ['f'.repeat(9)] },
  {
    name: 'a success between nine and nine failures when more went well before',
    story: ['s'.repeat(9), 'f'.repeat(9), 's', 'f'.repeat(9)],
  },
  { name: 'six of ten failed', story: ['ffffff', 'ssss', 'f'] },
  { name: 'seven failures of nine', story: ['fff', 's', 'ff', 's', 'ff'] },
  { name: 'failures that are five minutes apart', story: ['fffff', 300, 's', 'fff'] },
  { name: 'a success that leaves the share at 70 %', story: ['fff', 's', 'ffff', 's', 's'] },
]
const opened: { name: string; story: (string | number)[] }[] = [
  { name: 'ten failures in a row', story: ['f'.repeat(10)] },
  { name: 'ten failures in a row over days', story: Array.from({ length: 10 }, () => ['f', 86_400]).flat() },
  { name: 'seven of ten failed', story: ['ss', 's', 'fffffff'] },
  {
    name: 'seven of ten failed in five minutes, much went well before',
    story: ['s'.repeat(500), 301, 'sss', 'fffffff'],
  },
]

describe('a closed breaker', () => {
  for (const { name, story } of closed)
    test(`stays closed after ${name}`, () => expect(after(story).breaker.mode).toBe('closed'))
  for (const { name, story } of opened) {
    test(`opens for 30 seconds after ${name}`, () =>
      expect(after(story).breaker).toMatchObject({ mode: 'open', pauseMs: 30_000 }))
  }
  test('keeps ten slots at most, however long it lives', () => {
    const { breaker } = after(Array.from({ length: 1000 }, () => ['s', 17]).flat())
    expect(breaker.mode === 'closed' && breaker.window.length).toBe(10)
  })
})

describe('an open breaker', () => {
  const { breaker, at } = after(['f'.repeat(10)])
  test('is open for its pause, then half-open', () => {
    expect(modeOf(healthy, at)).toBe('closed')
    expect(modeOf(breaker, at)).toBe('open')
    expect(modeOf(breaker, at + 29_999)).toBe('open')
    expect(modeOf(breaker, at + 30_000)).toBe('half-open')
  })
  test('takes no notice of answers that were on their way', () => {
    for (const isFailure of [true, false]) expect(evaluate(breaker, { at: at + 29_999, isFailure })).toBe(breaker)
  })
  test('closes with a clean slate when the probe goes well', () => {
    expect(evaluate(breaker, { at: at + 30_000, isFailure: false })).toEqual(healthy)
  })
  test('waits twice as long after every probe that fails, ten minutes at most', () => {
    const pauses: number[] = []
    let [current, now] = [breaker, at]
    while (pauses.length < 7 && current.mode === 'open') {
      pauses.push(current.pauseMs / 1000)
      now = current.until
      current = evaluate(current, { at: now, isFailure: true })
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600])
  })
})
