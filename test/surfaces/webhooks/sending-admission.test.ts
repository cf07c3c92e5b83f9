import { describe, expect, test } from 'bun:test'
import { createGate } from '../../../src/surfaces/webhooks/sending/admission.ts'
import { createGathering } from '../../../src/surfaces/webhooks/sending/gather.ts'
import { until } from '../../support/until.ts'

describe('the gate', () => {
  test('lets so many begin, and the next ones in their order as places are given back', async () => {
    const { pass: begin, isBusy } = createGate({ places: 2, holdMs: 60_000 })
    expect(isBusy()).toBe(false)
    const [first, second] = [await begin('a'), await begin('a')]
    expect(isBusy()).toBe(true)
    const through: number[] = []
    const others = [3, 4, 5].map(async (number) => {
      const leave = await begin('a')
      through.push(number)
      return leave
    })
    first()
    first()
    await until(() => through.length > 0, 'the third')
    expect(through).toEqual([3])
    second()
    await until(() => through.length === 2, 'the fourth')
    ;(await others[0])?.()
    await until(() => through.length === 3, 'the fifth')
    expect(through).toEqual([3, 4, 5])
  })
  test('goes round among the lanes, so that many to one receiver share a connection', async () => {
    const { pass: begin } = createGate({ places: 1, holdMs: 60_000 })
    const leave = await begin('a')
    const through: string[] = []
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(async (name) => {
      const next = await begin(name.slice(0, 1))
      through.push(name)
      next()
    })
    leave()
    await Promise.all(all)
    expect(through).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })
  test('does not let those that wait for an answer keep others from beginning', async () => {
    const { pass: begin } = createGate({ places: 1, holdMs: 5 })
    const leaves = await Promise.all(Array.from({ length: 10 }, () => begin('a')))
    for (const leave of leaves) leave()
    expect(await begin('a')).toBeFunction()
  })
})

describe('those who finish', () => {
  test('go at once when nobody else will end soon', () => {
    expect(createGathering({ maxMs: 60_000, enough: 100, isBusy: () => false })()).toBeUndefined()
  })
  test('go together when there are enough of them, or nobody else will end soon', async () => {
    let isBusy = true
    const gathered = createGathering({ maxMs: 60_000, enough: 3, isBusy: () => isBusy })
    await Promise.all([gathered(), gathered(), gathered()])
    const last = [gathered()]
    isBusy = false
    last.push(gathered())
    await Promise.all(last)
  })
  test('go after a while in any case', async () => {
    await createGathering({ maxMs: 1, enough: 100, isBusy: () => true })()
  })
})
