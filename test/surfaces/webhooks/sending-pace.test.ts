import { describe, expect, test } from 'bun:test'
import { type Refusal, type Ticket, createPace } from '../../../src/surfaces/webhooks/sending/pace.ts'

/** A pace with a clock that only the test moves. */
function startPace(budget: number) {
  let at = 0
  const pace = createPace({ budget, now: () => at })
  const isTicket = (entry: Ticket | Refusal): entry is Ticket => 'leave' in entry
  return {
    ...pace,
    pass: (ms: number) => void (at += ms),
    /** Enters where that needs no waiting. */
    enter(subscription: string): Ticket | Refusal {
      const entry = pace.enter(subscription)
      if (entry instanceof Promise) throw new Error(`${subscription} would have to wait`)
      return entry
    },
    ticket(subscription: string): Ticket {
      const entry = this.enter(subscription)
      if (!isTicket(entry)) throw new Error(`${subscription} was refused`)
      return entry
    },
    wait: (subscription: string) => Promise.resolve(pace.enter(subscription)),
    /** Makes a subscription known to answer in that time. */
    answer(subscription: string, ms: number) {
      const ticket = this.ticket(subscription)
      at += ms
      ticket.leave()
    },
  }
}

describe('a subscription of which nothing is known', () => {
  test('sends one at a time until it answers', async () => {
    const pace = startPace(8)
    const first = pace.ticket('a')
    const others = [pace.wait('a'), pace.wait('a')]
    expect(pace.inFlight()).toBe(1)
    pace.pass(20)
    first.leave()
    expect(await Promise.all(others)).toMatchObject([{ leave: expect.any(Function) }, { leave: expect.any(Function) }])
    expect(pace.inFlight()).toBe(2)
  })
  test('has the rest come back when the first takes its time', async () => {
    const pace = startPace(8)
    pace.ticket('a')
    expect(pace.isNarrow('a')).toBe(false)
    expect(await pace.wait('a')).toEqual({ comeBackMs: 250, isFull: false })
    expect(pace.isNarrow('a')).toBe(true)
  })
  test('is new again after ten minutes of silence', () => {
    const pace = startPace(8)
    pace.answer('a', 5000)
    expect(pace.isNarrow('a')).toBe(true)
    pace.pass(601_000)
    const first = pace.ticket('a')
    pace.pass(5)
    first.leave()
    expect(pace.isNarrow('a')).toBe(false)
  })
})

describe('a slow subscription', () => {
  test('is one whose recent answers take more than a second, until they do not', () => {
    const pace = startPace(8)
    pace.answer('a', 10)
    pace.answer('a', 1800)
    expect(pace.isNarrow('a')).toBe(false)
    pace.answer('a', 3000)
    expect(pace.isNarrow('a')).toBe(true)
    pace.answer('a', 10)
    expect(pace.isNarrow('a')).toBe(false)
  })
  test('is one that has an answer out for more than a second', () => {
    const pace = startPace(8)
    pace.answer('a', 10)
    pace.ticket('a')
    pace.ticket('a')
    pace.pass(1001)
    expect(pace.isNarrow('a')).toBe(true)
    expect(pace.enter('a')).toEqual({ comeBackMs: 1000, isFull: false })
  })
  test('shares half of the budget with all others like it', () => {
    const pace = startPace(8)
    for (let i = 0; i < 6; i++) pace.answer(`slow ${i}`, 2000)
    for (let i = 0; i < 4; i++) pace.ticket(`slow ${i}`)
    expect(pace.enter('slow 4')).toEqual({ comeBackMs: 5000, isFull: true })
  })
})

describe('two hundred receivers that never answer', () => {
  test('leave a quarter of the budget to those that do, and half to those that have shown nothing yet', () => {
    const pace = startPace(400)
    pace.answer('healthy', 5)
    for (let i = 0; i < 200; i++) pace.ticket(`tarpit ${i}`)
    pace.pass(1001)
    for (let i = 0; i < 8; i++) pace.ticket('healthy')
    expect(pace.enter('one more tarpit')).toHaveProperty('leave')
    for (let i = 0; i < 99; i++) pace.ticket(`new ${i}`)
    expect(pace.enter('new 99')).toEqual({ comeBackMs: 1000, isFull: true })
    for (let i = 0; i < 92; i++) pace.ticket('healthy')
    expect(pace.inFlight()).toBe(400)
  })
})
