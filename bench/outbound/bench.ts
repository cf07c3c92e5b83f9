/**
 * The guarded outbound client: POSTs of 600 bytes a second to a receiver in another process, every request resolved, evaluated
 * and pinned. Peers: fetch and node:http(s), pinned to the address in the same way but without resolving or evaluating.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAuthority } from '../../test/support/certificates.ts'
import { median, printTable } from '../table.ts'
import type { Load } from './load.ts'

const rounds = 3
const maxHosts = 200

const authority = await createAuthority('Benchmark')
const { cert, key } = await authority.issue(['*.hooks.test'])
const directory = mkdtempSync(path.join(tmpdir(), 'svc-outbound-'))
const hostsFile = path.join(directory, 'hosts')
writeFileSync(hostsFile, Array.from({ length: maxHosts }, (_, i) => `127.0.0.1 h${i}.hooks.test\n`).join(''))

const receiver = Bun.spawn([process.execPath, path.join(import.meta.dir, 'receiver.ts')], {
  env: { CERT: cert, CERT_KEY: key },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const { value } = await receiver.stdout.getReader().read()
const ports = JSON.parse(new TextDecoder().decode(value)) as { http: number; https: number }

const scenarios: (Pick<Load, 'scheme' | 'hosts' | 'partitions'> & { counts: Record<Load['client'], number> })[] = [
  { scheme: 'http', hosts: 4, partitions: 64, counts: { svc: 40_000, fetch: 40_000, node: 20_000 } },
  { scheme: 'https', hosts: 1, partitions: 32, counts: { svc: 20_000, fetch: 20_000, node: 10_000 } },
  { scheme: 'https', hosts: maxHosts, partitions: 32, counts: { svc: 10_000, fetch: 2000, node: 5000 } },
]

const rows: (string | number)[][] = []
for (const { scheme, hosts, partitions, counts } of scenarios) {
  for (const client of ['svc', 'fetch', 'node'] as const) {
    const load: Load = {
      client,
      scheme,
      hosts,
      partitions,
      count: counts[client],
      port: ports[scheme],
      ca: authority.ca,
      hostsFile,
    }
    const figures = Array.from({ length: rounds }, () => run(load))
    const name = { svc: 'svc', fetch: 'fetch', node: `node:${scheme}` }[client]
    rows.push([
      `${scheme}, ${hosts} hosts, ${partitions} partitions`,
      name,
      median(figures.map(([rate]) => rate)),
      Math.max(...figures.map(([, rss]) => rss)),
    ])
  }
}
receiver.kill()
rmSync(directory, { recursive: true })
printTable(['', 'client', 'requests/s (median of 3)', 'most RSS, MB'], rows)

function run(load: Load): [rate: number, rss: number] {
  const command = [process.execPath, path.join(import.meta.dir, 'load.ts'), JSON.stringify(load)]
  const child = Bun.spawnSync(command, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.exitCode !== 0) throw new Error(`the load with ${load.client} failed`)
  return JSON.parse(child.stdout.toString()) as [number, number]
}
