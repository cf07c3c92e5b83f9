/**
 * Asking mail servers: 20,000 addresses of 200 domains on 20 servers that take 50 ms for every answer, each domain requested
 * catch-all once. Peer: the same session with a connection for each address, as verifiers usually have it. Then with a limit,
 * which no server may see exceeded
 * (the names at random count).
 */
import path from 'node:path'
import { printTable } from '../table.ts'
import type { Load } from './load.ts'

const farm = Bun.spawn([process.execPath, path.join(import.meta.dir, 'farm.ts'), '50'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const lines = farm.stdout.pipeThrough(new TextDecoderStream()).getReader()
const { port, addresses } = JSON.parse((await lines.read()).value ?? '') as Pick<Load, 'port' | 'addresses'>

const loads: (Pick<Load, 'mode' | 'count' | 'sessions'> & { rate?: number })[] = [
  { mode: 'svc', count: 20_000, sessions: 10 },
  { mode: 'one by one', count: 10_000, sessions: 10 },
  { mode: 'svc', count: 9000, sessions: 10, rate: 150 },
]
const rows: (string | number)[][] = []
for (const load of loads) {
  const [rate, wrong, rss] = run({ ...load, port, addresses })
  const allowed = load.rate === undefined ? 'no limit' : `${(load.rate * addresses.length) / 10}/s allowed`
  await farm.stdin.write('\n')
  await farm.stdin.flush()
  const [busiest, open] = JSON.parse((await lines.read()).value ?? '') as [number, number]
  rows.push([load.mode, allowed, load.count, rate, wrong, busiest, open, rss])
}
printTable(
  ['', 'limit', 'addresses', 'addresses/s', 'wrong', 'most RCPT at one server in 10 s', 'most sessions', 'RSS, MB'],
  rows,
)
farm.kill()

function run(load: Load): [rate: number, wrong: number, rss: number] {
  const command = [process.execPath, path.join(import.meta.dir, 'load.ts'), JSON.stringify(load)]
  const child = Bun.spawnSync(command, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.exitCode !== 0) throw new Error(`the load ${load.mode} failed`)
  return JSON.parse(child.stdout.toString()) as [number, number, number]
}
