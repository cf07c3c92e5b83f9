import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type TurnsDeps, takeTurns } from '../../../src/surfaces/verification/batch/running/turns.ts'

const never = new AbortController().signal
const domainsOf = (counts: Record<string, number>) =>
  new Map(
    Object.entries(counts).map(([domain, count]) => [
      domain,
      Array.from({ length: count }, (_, index) => `${domain}${index}`),
    ]),
  )
/** Domains `a…` are of one group, `b…` of another, and so on. */
const run = (counts: Record<string, number>, parts: Partial<TurnsDeps<string>> & Pick<TurnsDeps<string>, 'work'>) =>
  takeTurns(domainsOf(counts), {
    signal: never,
    width: () => ({ all: 10, ofGroup: 5, ofDomain: 2 }),
    groupOf: async (domain) => domain.slice(0, 1),
    ...parts,
  })

describe('work on many domains', () => {
  test('is done once each, within its widths', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('ax', 'ay', 'az', 'bx', 'by', 'cx'), fc.integer({ min: 0, max: 30 })),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (counts, all, ofGroup, ofDomain) => {
          const done: string[] = []
          const running: string[] = []
          await run(counts, {
            width: () => ({ all, ofGroup, ofDomain }),
            work: async (item) => {
              running.push(item)
              expect(running.filter((each) => each[0] === item[0]).length).toBeLessThanOrEqual(ofGroup)
              expect(running.filter((each) => each.startsWith(item.slice(0, 2))).length).toBeLessThanOrEqual(ofDomain)
              expect(running.length).toBeLessThanOrEqual(all)
              for (let turn = 0; turn < item.length % 3; turn++) await Promise.resolve()
              running.splice(running.indexOf(item), 1)
              done.push(item)
            },
          })
          expect(done.toSorted()).toEqual([...domainsOf(counts).values()].flat().toSorted())
        },
      ),
    )
  })

  test('goes on with the others while one group stands still, however many domains it has', async () => {
    const release = Promise.withResolvers<void>()
    const done: string[] = []
    const slow = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`s${index}-`, 5]))
    await run(
      { ...slow, quick: 50 },
      {
        work: async (item) => {
          if (item.startsWith('s')) await release.promise
          done.push(item)
          if (done.length === 50) release.resolve()
        },
      },
    )
    expect(done.slice(0, 50).every((item) => item.startsWith('quick'))).toBe(true)
    expect(done.length).toBe(550)
  })

  test('goes on with the other domains of a group while one of them stands still', async () => {
    const release = Promise.withResolvers<void>()
    const done: string[] = []
    await run(
      { 'slow-': 50, 'swift-': 50 },
      {
        work: async (item) => {
          if (item.startsWith('slow')) await release.promise
          done.push(item)
          if (done.length === 50) release.resolve()
        },
      },
    )
    expect(done.slice(0, 50).every((item) => item.startsWith('swift'))).toBe(true)
  })

  test('lets groups take turns, and in them their domains', async () => {
    const begun: string[] = []
    await run(
      { ax: 3, ay: 3, b: 3, c: 1 },
      {
        groupOf: (domain) => domain.slice(0, 1),
        width: () => ({ all: 1, ofGroup: 1, ofDomain: 1 }),
        work: async (item) => void begun.push(item),
      },
    )
    const afterLooking = begun.slice(-7)
    expect(new Set(afterLooking.slice(0, 3).map((item) => item[0])).size).toBeGreaterThan(1)
    expect(begun.indexOf('ay0')).toBeLessThan(begun.indexOf('ax2'))
    expect(begun.indexOf('c0')).toBeLessThan(begun.indexOf('b2'))
  })

  test('looks no further ahead than there is room for', async () => {
    const counts = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`g${index}.test`, 1]))
    const hold = Promise.withResolvers<void>()
    let [asked, begun] = [0, 0]
    const over = run(counts, {
      groupOf: async () => {
        asked++
        return 'one'
      },
      work: async () => {
        if (++begun === 2) setTimeout(hold.resolve, 0)
        await hold.promise
      },
    })
    await hold.promise
    expect(asked).toBeLessThan(2100)
    await over
    expect([asked, begun]).toEqual([5000, 5000])
  })

  test('ends with the first failure, and with the signal', async () => {
    const failing = run(
      { a: 100 },
      {
        work: async (item) => {
          if (item === 'a3') throw new Error('broken')
        },
      },
    )
    expect(failing).rejects.toThrow('broken')
    const stop = new AbortController()
    let count = 0
    await run(
      { a: 100 },
      {
        signal: stop.signal,
        width: () => ({ all: 1, ofGroup: 1, ofDomain: 1 }),
        work: async () => {
          if (++count === 5) stop.abort()
        },
      },
    )
    expect(count).toBe(5)
  })

  test('takes up what comes while it goes on before what is left, and what comes last of all', async () => {
    const done: string[] = []
    let add: (domain: string, items: readonly string[]) => void = () => undefined
    let ended = 0
    await run(
      { ax: 40 },
      {
        width: () => ({ all: 1, ofGroup: 1, ofDomain: 1 }),
        later: (bring) => {
          add = bring
          return () => void ended++
        },
        work: async (item) => {
          done.push(item)
          if (done.length === 5) add('bx', ['late1'])
          if (done.length === 41) add('ax', ['late2'])
        },
      },
    )
    expect(done.length).toBe(42)
    expect(done.indexOf('late1')).toBeLessThan(10)
    expect(done.at(-1)).toBe('late2')
    expect(ended).toBe(1)
  })
})
