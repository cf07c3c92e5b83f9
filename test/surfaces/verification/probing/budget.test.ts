/** Limits that processes share: whatever they do, nobody sees more than the limit, and what is unused is used by another. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type BudgetTerms,
  type Grant,
  settleBudget,
} from '../../../../src/surfaces/verification/probing/shared/budget.ts'
import { LeasedWindow } from '../../../../src/surfaces/verification/probing/shared/leased-window.ts'
import { until } from '../../../support/until.ts'

const terms: BudgetTerms = { max: 6, windowMs: 1000, leaseMs: 500, soonMs: 20 }
const nothing = { ended: [], kept: [] }
const ask = (id: string, min: number, max = min) => ({ ...nothing, wanted: { id, min, max } })

describe('the books', () => {
  test('give what is free, and say when there is more', () => {
    const first = settleBudget([], ask('a', 1, 4), { nowMs: 0, terms })
    expect(first.exchanged).toEqual({ count: 4 })
    const second = settleBudget(first.grants, ask('b', 3), { nowMs: 10, terms })
    expect(second.exchanged).toEqual({ waitMs: 20 })
    const ended = [{ id: 'a', used: 4, agoMs: 5, left: 0 }]
    const third = settleBudget(second.grants, { ...ask('b', 3), ended }, { nowMs: 100, terms })
    expect(third.exchanged).toEqual({ waitMs: 995 })
    expect(settleBudget(third.grants, ask('b', 3), { nowMs: 1095, terms }).exchanged).toEqual({ count: 3 })
  })
  test('count what was used, not what was taken', () => {
    const { grants } = settleBudget([], ask('a', 6), { nowMs: 0, terms })
    const ended = [{ id: 'a', used: 1, agoMs: 0, left: 0 }]
    expect(settleBudget(grants, { ...ask('b', 1, 9), ended }, { nowMs: 1, terms }).exchanged).toEqual({ count: 5 })
  })
  test('count what is used already by its own time, and only what is left as in use', () => {
    const { grants } = settleBudget([], ask('a', 6), { nowMs: 0, terms })
    const part = [{ id: 'a', used: 2, agoMs: 10, left: 1 }]
    const after = settleBudget(grants, { kept: [], ended: part }, { nowMs: 100, terms })
    expect(after.grants.map(({ count, isOpen }) => [count, isOpen])).toEqual([
      [2, false],
      [1, true],
    ])
    const rest = [{ id: 'a', used: 1, agoMs: 0, left: 0 }]
    const last = settleBudget(after.grants, { kept: [], ended: rest }, { nowMs: 200, terms })
    expect(last.grants.map(({ untilMs }) => untilMs)).toEqual([1090, 1200])
  })
  test('count what a process that died had until a window after its lease, and longer where it says that it lives', () => {
    const { grants } = settleBudget([], ask('a', 6), { nowMs: 0, terms })
    const at = (nowMs: number) => settleBudget(grants, ask('b', 1), { nowMs, terms }).exchanged
    expect([at(1499), at(1500)]).toEqual([{ waitMs: 20 }, { count: 1 }])
    const kept = settleBudget(grants, { ended: [], kept: ['a'] }, { nowMs: 1400, terms })
    expect(settleBudget(kept.grants, ask('b', 1), { nowMs: 1500, terms }).exchanged).toEqual({ waitMs: 20 })
  })
  test('are not shut for longer where the clock was set back', () => {
    const { grants } = settleBudget([], ask('a', 6), { nowMs: 1e9, terms })
    const back = settleBudget(grants, nothing, { nowMs: 0, terms })
    expect(settleBudget(back.grants, ask('b', 1), { nowMs: 1500, terms }).exchanged).toEqual({ count: 1 })
  })
  test('give whoever wants more than there ever is all there is', () => {
    expect(settleBudget([], ask('a', 99), { nowMs: 0, terms }).exchanged).toEqual({ count: 6 })
  })
})

test('processes that share a limit never go above it together, whatever they do', async () => {
  const step = fc.record({
    who: fc.nat(2),
    afterMs: fc.nat(30),
    lastsMs: fc.nat(80),
    count: fc.integer({ min: 1, max: 2 }),
  })
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 9 }),
    fc.array(step, { maxLength: 60 }),
    fc.func(fc.nat(100)),
    async (max, steps, place) => {
      let nowMs = 0
      let books: Grant[] = []
      const own = { max, windowMs: 200, leaseMs: 1000, soonMs: 50 }
      const windows = [0, 1, 2].map(
        () =>
          new LeasedWindow({
            ...own,
            now: () => nowMs,
            onChange: () => undefined,
            onFault: (error) => expect(error).toBeUndefined(),
            exchange: async (exchange) => {
              const { exchanged, grants } = settleBudget(books, exchange, { nowMs, terms: own })
              books = grants
              return exchanged
            },
          }),
      )
      const running: { endMs: number; end(): void }[] = []
      const seen: number[] = []
      for (const { afterMs, count, lastsMs, who } of steps) {
        const untilMs = nowMs + afterMs
        for (const each of running.toSorted((one, other) => one.endMs - other.endMs)) {
          if (each.endMs > untilMs) break
          nowMs = each.endMs
          each.end()
          running.splice(running.indexOf(each), 1)
        }
        nowMs = untilMs
        const window = windows[who]
        if (window === undefined) continue
        await settled(window, count)
        const turn = window.begin(count)
        if (turn === undefined) continue
        const beganMs = nowMs
        running.push({ endMs: beganMs + lastsMs, end: () => turn.end(turn.count) })
        for (let each = 0; each < turn.count; each++) seen.push(beganMs + (lastsMs * place(seen.length)) / 100)
      }
      await Promise.all(windows.map((window) => window.close()))
      seen.sort((one, other) => one - other)
      expect(seen.filter((time, index) => (seen[index + max] ?? Infinity) - time < 200)).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 200 })
})

async function settled(window: LeasedWindow, count: number): Promise<number> {
  let waitMs = window.waitMs(count)
  for (let round = 0; round < 10 && waitMs === Infinity; round++) {
    await Promise.resolve()
    waitMs = window.waitMs(count)
  }
  return waitMs
}

test('a window whose books cannot be reached says so, and asks again', async () => {
  const faults: unknown[] = []
  let [nowMs, changes] = [0, 0]
  const window = new LeasedWindow({
    ...terms,
    now: () => nowMs,
    onChange: () => changes++,
    onFault: (error) => faults.push(error),
    exchange: async (exchange) => {
      if (faults.length === 0) throw new Error('away')
      return { count: exchange.wanted?.min ?? 0 }
    },
  })
  expect(window.waitMs(1)).toBe(Infinity)
  await until(() => changes === 1, 'the fault')
  expect([faults.length, window.waitMs(1)]).toEqual([1, 1000])
  nowMs = 1000
  expect(window.waitMs(1)).toBe(Infinity)
  await until(() => changes === 2, 'the answer')
  expect(window.waitMs(1)).toBe(0)
  await window.close()
})
