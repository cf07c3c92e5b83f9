/**
 * The harvest brake on generated worlds: lists of 300 people of one company of whom a share still works there, and
 * dictionaries of 400 guesses of which a share exists by chance.
 */
import {
  type Attack,
  type Order,
  customerList,
  dictionary,
  probesLetThrough,
} from '../../test/deliverability/harvest/worlds.ts'
import { createRandom } from '../../test/support/random.ts'
import { printTable } from '../table.ts'

const random = createRandom(1)
const runs = 2000
const percent = (share: number) => `${Math.round(share * 100)} %`

const orders: readonly Order[] = ['random', 'sorted', 'former people last']
printTable(
  ['300 people of one company, existing', ...orders.map((order) => `paused, ${order}`)],
  [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map((existing) => [
    percent(existing),
    ...orders.map((order) => {
      const paused = Array.from({ length: runs }, () => customerList(random, { count: 300, existing, order })).filter(
        (list) => probesLetThrough(list) < list.length,
      ).length
      return `${((100 * paused) / runs).toFixed(2)} %`
    }),
  ]),
)
console.log('')
const attacks: readonly Attack[] = ['names', 'initials', 'numbers', 'roles']
printTable(
  ['400 guesses, existing', ...attacks.map((attack) => `probed of ${attack}, median (p90)`)],
  [0, 0.02, 0.05, 0.1, 0.15].map((existing) => [
    percent(existing),
    ...attacks.map((attack) => {
      const guesses = () => dictionary(random, { count: 400, existing, attack })
      const counts = Array.from({ length: runs }, () => probesLetThrough(guesses(), { isRole: attack === 'roles' }))
      counts.sort((one, other) => one - other)
      return `${counts[runs / 2]} (${counts[runs * 0.9]})`
    }),
  ]),
)
