/**
 * The DNS client: 20,000 distinct names at once, none of which may be lost, against a responder of a few lines and against
 * NSD where it is installed. Peer: node:dns, which leaves the pacing to its caller.
 */
import path from 'node:path'
import { median, printTable } from '../table.ts'
import type { Load } from './load.ts'
import { startNsd } from './nsd.ts'

const rounds = 3
const nsdPort = 15_353

const responder = Bun.spawn([process.execPath, path.join(import.meta.dir, 'responder.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const { value } = await responder.stdout.getReader().read()
const servers = [{ name: 'a responder of a few lines', port: Number(new TextDecoder().decode(value)) }]
const nsd = startNsd(nsdPort)
if (nsd !== undefined) servers.push({ name: 'NSD', port: nsdPort })

const rows: (string | number)[][] = []
for (const { name, port } of servers) {
  for (const client of ['svc', 'node'] as const) {
    // What node:dns loses it waits for, so it is requested less.
    const load: Load = { client, port, count: client === 'svc' ? 20_000 : 3000 }
    const figures = Array.from({ length: client === 'svc' ? rounds : 1 }, () => run(load))
    rows.push([
      name,
      client === 'svc' ? 'svc' : 'node:dns',
      load.count,
      median(figures.map(([rate]) => rate)),
      Math.max(...figures.map(([, lost]) => lost)),
      Math.max(...figures.map(([, , rss]) => rss)),
    ])
  }
}
responder.kill()
nsd?.close()
printTable(['server', 'client', 'names at once', 'answers/s (median of 3)', 'most lost', 'most RSS, MB'], rows)

function run(load: Load): [rate: number, lost: number, rss: number] {
  const command = [process.execPath, path.join(import.meta.dir, 'load.ts'), JSON.stringify(load)]
  const child = Bun.spawnSync(command, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.exitCode !== 0) throw new Error(`the load with ${load.client} failed`)
  return JSON.parse(child.stdout.toString()) as [number, number, number]
}
