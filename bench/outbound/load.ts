/** One client in a process of its own: so many POSTs over so many partitions and hosts. Prints requests/s and memory in MB. */
import http from 'node:http'
import https from 'node:https'
import { createLog } from '../../src/platform/log/index.ts'
import { createMetrics } from '../../src/platform/metrics/index.ts'
import { createNet } from '../../src/platform/net/index.ts'

export interface Load {
  client: 'svc' | 'fetch' | 'node'
  scheme: 'http' | 'https'
  port: number
  hosts: number
  partitions: number
  count: number
  ca: string
  hostsFile: string
}

const load = JSON.parse(process.argv[2] ?? '') as Load
const body = JSON.stringify({ pad: 'x'.repeat(600) })
const headers = { 'content-type': 'application/json' }

const clients: Record<Load['client'], () => (host: string) => Promise<unknown>> = {
  svc() {
    const net = createNet({
      dnsServers: [],
      allow: ['127.0.0.0/8'],
      ownAddresses: [],
      log: createLog('error'),
      metrics: createMetrics(),
      ca: load.ca,
      files: { hosts: load.hostsFile, resolvConf: load.hostsFile },
    })
    const limits = { timeoutMs: 15_000, maxBodyBytes: 16_384, onTooLarge: 'cut' } as const
    return (host) =>
      net.send({ method: 'POST', url: `${load.scheme}://${host}:${load.port}/`, headers, body, ...limits })
  },
  fetch() {
    return async (host) => {
      const answer = await fetch(`${load.scheme}://127.0.0.1:${load.port}/`, {
        method: 'POST',
        headers: { ...headers, host },
        body,
        tls: { ca: load.ca, serverName: host },
        signal: AbortSignal.timeout(15_000),
      })
      await answer.arrayBuffer()
    }
  },
  node() {
    const { request, Agent } = load.scheme === 'https' ? https : http
    const agent = new Agent({ keepAlive: true, maxSockets: load.partitions })
    return (servername) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const options = { host: '127.0.0.1', port: load.port, method: 'POST', headers: { ...headers, host: servername } }
      const sent = request({ ...options, agent, timeout: 15_000, servername, ca: load.ca }, (answer) => {
        answer.resume()
        answer.on('end', resolve)
      })
      sent.on('error', reject)
      sent.end(body)
      return promise
    }
  },
}

const post = clients[load.client]()
let next = 0
const startedAt = performance.now()
await Promise.all(
  Array.from({ length: load.partitions }, async () => {
    while (next < load.count) await post(`h${next++ % load.hosts}.hooks.test`)
  }),
)
const perSecond = Math.round(load.count / ((performance.now() - startedAt) / 1000))
console.log(JSON.stringify([perSecond, Math.round(process.memoryUsage.rss() / 1e6)]))
process.exit(0)
