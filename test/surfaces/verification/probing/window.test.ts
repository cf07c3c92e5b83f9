import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { SlidingWindow, type Turn } from '../../../../src/surfaces/verification/probing/shared/window.ts'

describe('a window', () => {
  test('lets no more than its number be within any stretch of its length, whenever each really was', () => {
    const step = fc.record({ afterMs: fc.nat(40), lastsMs: fc.nat(60), count: fc.integer({ min: 1, max: 2 }) })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 80 }),
        fc.func(fc.nat(100)),
        (max, steps, place) => {
          let nowMs = 0
          const window = new SlidingWindow(max, 100, () => nowMs)
          const running: { endMs: number; turn: Turn }[] = []
          const seen: number[] = []
          const finish = (untilMs: number) => {
            for (const each of running.toSorted((one, other) => one.endMs - other.endMs)) {
              if (each.endMs > untilMs) return
              nowMs = each.endMs
              each.turn.end(each.turn.count)
              running.splice(running.indexOf(each), 1)
            }
          }
          for (const { afterMs, lastsMs, count } of steps) {
            finish(nowMs + afterMs)
            nowMs += afterMs
            const turn = window.begin(count)
            if (turn === undefined) continue
            running.push({ endMs: nowMs + lastsMs, turn })
            // The other side sees each somewhere between.
            for (let each = 0; each < turn.count; each++) seen.push(nowMs + (lastsMs * place(seen.length)) / 100)
          }
          seen.sort((one, other) => one - other)
          const crowded = seen.filter((time, index) => (seen[index + max] ?? Infinity) - time < 100)
          expect(crowded).toEqual([])
        },
      ),
    )
  })
  test('says when the next may begin, or that this hangs on what runs', () => {
    let nowMs = 0
    const window = new SlidingWindow(2, 100, () => nowMs)
    const first = window.begin(1)
    nowMs = 10
    first?.end(1)
    const second = window.begin(1)
    expect([window.begin(1), window.waitMs(1), window.waitMs(2)]).toEqual([undefined, 100, Infinity])
    nowMs = 30
    second?.end(1)
    expect([window.waitMs(1), window.waitMs(2), window.waitMs(9)]).toEqual([80, 100, 100])
    nowMs = 130
    expect(window.waitMs(2)).toBe(0)
  })
  test('gives back what was not needed', () => {
    const window = new SlidingWindow(2, 100, () => 0)
    window.begin(2)?.end(1)
    expect([window.waitMs(1), window.waitMs(2)]).toEqual([0, 100])
  })
})
