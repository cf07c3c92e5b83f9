/**
 * Races: real processes of the service on one Postgres, with a proxy that loses COMMITs or falls silent, and processes that
 * are killed or stand still, while callers of all kinds work. After each scenario all invariants are checked by SQL and HTTP.
 * `npm run bench -- races` is the short form; `bun bench/races/bench.ts [NAME…] [--long] [--rounds N] [--seed N] [--source]`.
 * Exit code 1: an invariant does not hold.
 */
import { loadavg } from 'node:os'
import { runCleanUps } from '../../test/support/clean-up.ts'
import { postgresServer } from '../../test/support/postgres.ts'
import { printTable } from '../table.ts'
import { runScenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

const maxShown = 20
const words = process.argv.slice(2)
const option = (name: string): number | undefined => {
  const at = words.indexOf(name)
  return at < 0 ? undefined : Number(words.splice(at, 2)[1])
}
const flag = (name: string): boolean => {
  const at = words.indexOf(name)
  return at >= 0 && words.splice(at, 1).length === 1
}
const [givenRounds, seed] = [option('--rounds'), option('--seed') ?? 1]
const [isLong, isSource] = [flag('--long'), flag('--source')]
const unknown = words.filter((word) => !scenarios.some(({ name }) => name === word))
if (unknown.length > 0) {
  console.error(`No scenario named ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

// Deadlocks are found soon, and a crash of the machine is not what is tried here.
await postgresServer(['fsync=off', 'shared_buffers=64MB', 'max_connections=300', 'deadlock_timeout=300ms'])
const rows: (string | number)[][] = []
let isSound = true
for (const scenario of scenarios) {
  if (words.length > 0 && !words.includes(scenario.name)) continue
  const rounds = givenRounds ?? scenario.rounds[isLong ? 1 : 0]
  const startedAt = performance.now()
  const { figures, violations } = await runScenario(scenario, { rounds, seed, isSource })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const { '503': refused, calls, deadlocks, 'max, ms': maxMs, 'median, ms': medianMs, ...own } = figures
  const notified = Object.entries(own).map(([name, value]) => `${value} ${name}`)
  rows.push([
    scenario.name,
    violations.length === 0 ? 'holds' : `${violations.length} violations`,
    calls ?? 0,
    refused ?? 0,
    deadlocks ?? 0,
    `${medianMs} / ${maxMs}`,
    notified.join(', '),
    seconds,
  ])
  console.error(`${scenario.name}: ${violations.length === 0 ? 'holds' : 'DOES NOT HOLD'} (${seconds} s)`)
  const kinds = [...Map.groupBy(violations, (each) => each)].sort(([, a], [, b]) => b.length - a.length)
  for (const [text, same] of kinds.slice(0, maxShown))
    console.error(`  ${same.length > 1 ? `${same.length} × ` : ''}${text}`)
  if (kinds.length > maxShown) console.error(`  and ${kinds.length - maxShown} kinds more`)
  if (violations.length > 0) isSound = false
}
console.log(`Seed ${seed}, ${isLong ? 'long' : 'short'} form, load average ${loadavg()[0]?.toFixed(1)}\n`)
printTable(['scenario', 'invariants', 'calls', '503', 'deadlocks', 'median / max, ms', 'figures', 's'], rows)
await runCleanUps()
process.exit(isSound ? 0 : 1)
