/**
 * Jobs: draining a backlog of 200,000 that do nothing, the way from enqueueing to running in an idle process, and a
 * hundred small tenants behind one that has 100,000 waiting. Peers: the two job queues for Postgres of the npm registry.
 * Both databases as durable as in production. Each contender has a process and a database of its own.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase, postgresServer } from '../../test/support/postgres.ts'
import { removeDirectory } from '../server.ts'
import { printTable } from '../table.ts'
import { contenders } from './contenders/contenders.ts'
import type { Figures } from './measure.ts'

await postgresServer(['fsync=on', 'synchronous_commit=on', 'shared_buffers=512MB', 'max_connections=100'])

const wanted = process.argv[2] ?? ''
const rows: string[][] = []
for (const [name, { storage }] of Object.entries(contenders).filter(([each]) => each.includes(wanted))) {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
  const place = storage === 'sqlite' ? directory : await createDatabase()
  const child = Bun.spawn([process.execPath, path.join(import.meta.dir, 'one.ts'), name, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${name} was not measured`)
  removeDirectory(directory)
  const figures = JSON.parse(printed) as Figures
  rows.push([
    name,
    figures.drainedPerSecond.toLocaleString('en'),
    `${figures.wakeUpP50Ms.toFixed(1)} / ${figures.wakeUpP99Ms.toFixed(1)}`,
    figures.smallTenantsMs.toFixed(0),
    (figures.peakBytes / 1e6).toFixed(0),
  ])
}
printTable(['', 'drained/s of 200,000', 'wake-up p50 / p99, ms', 'small tenants served, ms', 'peak RSS, MB'], rows)
