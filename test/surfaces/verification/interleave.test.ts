import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { interleave } from '../../../src/surfaces/verification/batch/interleave.ts'

const never = new AbortController().signal
const keysOf = (counts: Record<string, number>) =>
  new Map(
    Object.entries(counts).map(([key, count]) => [key, Array.from({ length: count }, (_, index) => `${key}${index}`)]),
  )

describe('work on many keys', () => {
  test('is done once each, within its widths', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 30 })),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        async (counts, all, ofKey) => {
          const done: string[] = []
          const running = new Map<string, number>()
          await interleave(keysOf(counts), { signal: never, width: { all, ofKey } }, async (item) => {
            const key = item.slice(0, 1)
            running.set(key, (running.get(key) ?? 0) + 1)
            expect(running.get(key)).toBeLessThanOrEqual(ofKey)
            expect([...running.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(all)
            for (let turn = 0; turn < item.length % 3; turn++) await Promise.resolve()
            running.set(key, (running.get(key) ?? 0) - 1)
            done.push(item)
          })
          expect(done.toSorted()).toEqual([...keysOf(counts).values()].flat().toSorted())
        },
      ),
    )
  })

  test('goes on with the others while one key stands still', async () => {
    const release = Promise.withResolvers<void>()
    const done: string[] = []
    const all = interleave(
      keysOf({ slow: 50, quick: 50 }),
      { signal: never, width: { all: 10, ofKey: 5 } },
      async (item) => {
        if (item.startsWith('slow')) await release.promise
        done.push(item)
        if (done.filter((each) => each.startsWith('quick')).length === 50) release.resolve()
      },
    )
    await all
    expect(done.slice(0, 50).every((item) => item.startsWith('quick'))).toBe(true)
    expect(done.length).toBe(100)
  })

  test('lets keys take turns', async () => {
    const begun: string[] = []
    await interleave(
      keysOf({ a: 3, b: 3, c: 1 }),
      { signal: never, width: { all: 1, ofKey: 1 } },
      async (item) => void begun.push(item.slice(0, 1)),
    )
    expect(begun.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('ends with the first failure, and with the signal', async () => {
    const failing = interleave(keysOf({ a: 100 }), { signal: never, width: { all: 2, ofKey: 2 } }, async (item) => {
      if (item === 'a3') throw new Error('broken')
    })
    expect(failing).rejects.toThrow('broken')
    const stop = new AbortController()
    let count = 0
    await interleave(keysOf({ a: 100 }), { signal: stop.signal, width: { all: 1, ofKey: 1 } }, async () => {
      if (++count === 5) stop.abort()
    })
    expect(count).toBe(5)
  })
})
