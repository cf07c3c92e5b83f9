/**
 * `npm run bench` runs every benchmark, `npm run bench -- NAME…` those named. Each prints its figures beside its peer's. One
 * that fails does not keep the others from running; the end lists seconds and outcomes, and the exit code is 1 if any failed.
 * Builds dist/svc first when it is stale, for several measure it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { isBuildStale } from '../scripts/stale-build.ts'
import { printTable } from './table.ts'

/** A benchmark that takes longer is killed and counts as failed, in ms. */
const timeoutMs = 15 * 60_000

const names = readdirSync(import.meta.dir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  // Other folders hold comparisons that need arguments.
  .filter((name) => existsSync(`${import.meta.dir}/${name}/bench.ts`))
  .sort()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}

if (isBuildStale()) await import('../scripts/build.ts')

console.log(`${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Bun ${Bun.version}\n`)
const outcomes = (wanted.length > 0 ? wanted : names).map((name) => {
  console.log(`## ${name}\n`)
  const start = performance.now()
  const child = Bun.spawnSync([process.execPath, `${import.meta.dir}/${name}/bench.ts`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: timeoutMs,
  })
  console.log('')
  const seconds = Math.round((performance.now() - start) / 1000)
  return { name, seconds, outcome: child.exitCode === 0 ? 'completed' : failureOf(child) }
})
if (outcomes.length > 1)
  printTable(
    ['benchmark', 'seconds', 'outcome'],
    outcomes.map(({ name, seconds, outcome }) => [name, `${seconds}`, outcome]),
  )
if (outcomes.some(({ outcome }) => outcome !== 'completed')) process.exit(1)

function failureOf({ exitCode, exitedDueToTimeout }: Bun.SyncSubprocess): string {
  return exitedDueToTimeout === true
    ? `killed after ${timeoutMs / 60_000} minutes`
    : `failed with exit code ${exitCode}`
}
