/** Spawn to first 200 on an existing store, idle memory, size of the binary. Peer: the runtime itself with an empty server. */
import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiKey, binary, removeDirectory, rssOf, spawnServer, startBinary } from '../server.ts'
import { median, printTable } from '../table.ts'

const rounds = 15
const settleMs = 2000

const first = await startBinary(4100)
const headers = { 'svc-api-auth': apiKey, 'content-type': 'application/json' }
for (let i = 0; i < 200; i++) {
  await fetch('http://127.0.0.1:4100/v1/templates', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: `Template ${i}`, type: 'promotional' }),
  })
}
await first.stop()

const ours: number[] = []
let rss = 0
for (let i = 0; i < rounds; i++) {
  const server = await startBinary(4101 + i, first.dataDir)
  ours.push(server.readyMs)
  if (i === rounds - 1) {
    await Bun.sleep(settleMs)
    rss = server.rssBytes()
  }
  await server.stop()
}

const bare = path.join(first.dataDir, 'bare.ts')
writeFileSync(
  bare,
  `Bun.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1', fetch: () => new Response('ok') })`,
)
const peers: number[] = []
let peerRss = 0
for (let i = 0; i < rounds; i++) {
  const { child, readyMs } = await spawnServer([process.execPath, bare], {
    port: 4200 + i,
    probe: '/',
    env: { PORT: String(4200 + i) },
  })
  peers.push(readyMs)
  peerRss = rssOf(child.pid)
  child.kill()
  await child.exited
}
removeDirectory(first.dataDir)

printTable(
  ['', 'first 200, ms (median)', 'min', 'idle RSS, MB', 'size, MB'],
  [
    [
      'svc serve, 200 templates stored',
      median(ours).toFixed(0),
      Math.min(...ours).toFixed(0),
      (rss / 1e6).toFixed(0),
      (statSync(binary).size / 1e6).toFixed(1),
    ],
    [
      'bare Bun.serve from source',
      median(peers).toFixed(0),
      Math.min(...peers).toFixed(0),
      (peerRss / 1e6).toFixed(0),
      '–',
    ],
  ],
)
