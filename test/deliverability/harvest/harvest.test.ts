/** Lists of customers pass, and dictionaries are stopped, in generated worlds whose truth is known. */
import { describe, expect, test } from 'bun:test'
import { enumerates } from '../../../src/deliverability/harvest/index.ts'
import { createRandom } from '../../support/random.ts'
import { type Attack, type Order, customerList, dictionary, probesLetThrough } from './worlds.ts'

const random = createRandom(7)
const runs = 300

describe('lists of 300 people of one company are verified whole', () => {
  const rows: [existing: number, order: Order][] = [
    [0.95, 'random'],
    [0.8, 'random'],
    [0.6, 'random'],
    [0.5, 'sorted'],
    [0.8, 'former people last'],
  ]
  test.each(rows)('of whom %d exist, in the order: %s', (existing, order) => {
    const lists = Array.from({ length: runs }, () => customerList(random, { count: 300, existing, order }))
    expect(lists.filter((list) => probesLetThrough(list) < list.length)).toHaveLength(0)
  })
})

describe('guesses are stopped', () => {
  const rows: [attack: Attack, existing: number, max: number][] = [
    ['names', 0, 20],
    ['names', 0.02, 40],
    ['names', 0.05, 80],
    ['initials', 0, 12],
    ['numbers', 0, 12],
    ['numbers', 0.1, 60],
    ['roles', 0.05, 40],
  ]
  test.each(rows)('%s of which %d exist: nine of ten attacks after at most %d', (attack, existing, max) => {
    const counts = Array.from({ length: runs }, () =>
      probesLetThrough(dictionary(random, { count: 400, existing, attack }), { isRole: attack === 'roles' }),
    ).toSorted((one, other) => one - other)
    expect(counts[runs * 0.9]).toBeLessThanOrEqual(max)
  })
})

test('made-up addresses in a form of a web page stop a public provider ten times later', () => {
  const guesses = dictionary(random, { count: 1000, existing: 0, attack: 'names' })
  expect(probesLetThrough(guesses, { isPublic: true })).toBeGreaterThan(150)
})

test('an enumeration differs in a number or in one letter', () => {
  const rows: [local: string, earlier: string, isOne: boolean][] = [
    ['user8', 'user7', true],
    ['user.08.1999', 'user.7.2001', true],
    ['b.smith', 'a.smith', true],
    ['B.Smith', 'a.smith', true],
    ['user8', 'user8', false],
    ['anna.ito', 'ben.ito', false],
    ['tom', 'tim', false],
    ['smith', 'smithe', false],
  ]
  for (const [local, earlier, isOne] of rows) expect([local, enumerates(local, ['x', earlier])]).toEqual([local, isOne])
})
