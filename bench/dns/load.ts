/** One client in a process of its own: so many distinct names at once. Prints questions/s, how many were lost, memory in MB. */
import { Resolver } from 'node:dns/promises'
import { createMetrics } from '../../src/platform/metrics/index.ts'
import { createDnsClient } from '../../src/platform/net/index.ts'

export interface Load {
  client: 'svc' | 'node'
  port: number
  count: number
}

const { client, port, count } = JSON.parse(process.argv[2] ?? '') as Load

const clients: Record<Load['client'], () => (name: string) => Promise<boolean>> = {
  svc() {
    const dns = createDnsClient({ servers: [{ host: '127.0.0.1', port }], metrics: createMetrics() })
    return async (name) => (await dns.query(name, 'A')).outcome === 'found'
  },
  node() {
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    resolver.setServers([`127.0.0.1:${port}`])
    return async (name) => {
      try {
        return (await resolver.resolve4(name)).length > 0
      } catch {
        return false
      }
    }
  },
}

const ask = clients[client]()
// Once before the clock starts, for a server that has just been started.
while (!(await ask('first.bench.test'))) await Bun.sleep(100)
const startedAt = performance.now()
const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(`n${index}.bench.test`)))
const answered = answers.filter(Boolean).length
const perSecond = Math.round(answered / ((performance.now() - startedAt) / 1000))
console.log(JSON.stringify([perSecond, count - answered, Math.round(process.memoryUsage.rss() / 1e6)]))
process.exit(0)
