/** Measures one contender in a process of its own: its name, the address of its storage; prints figures as JSON. */
import { SQL } from 'bun'
import { contenders } from './contenders/contenders.ts'
import { measure } from './measure.ts'

const [name = '', place = ''] = process.argv.slice(2)
const contender = contenders[name]
if (contender === undefined) throw new Error(`Nobody is named “${name}”`)
const amount = { waiting: 200_000, wakeUps: 200, large: 100_000, small: 10 }
console.log(JSON.stringify(await measure(await contender.create(place), amount, analyze)))
process.exit(0)

async function analyze(): Promise<void> {
  if (!place.startsWith('postgres:')) return
  const client = new SQL({ url: place, max: 1 })
  await client.unsafe('VACUUM ANALYZE')
  await client.close()
}
