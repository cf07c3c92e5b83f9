/** A process that asks the servers named in its argument for as many names as it can, until it is ended. For tests. */
import { createLog } from '../../../../src/platform/log/index.ts'
import { createMetrics } from '../../../../src/platform/metrics/index.ts'
import { createNet } from '../../../../src/platform/net/index.ts'
import { openStore } from '../../../../src/platform/storage/index.ts'
import { createProber, shareThrough } from '../../../../src/surfaces/verification/probing/index.ts'

const { address, port, probes, tag, url, windowMs } = JSON.parse(process.argv[2] ?? '') as {
  url: string
  address: string
  port: number
  probes: number
  windowMs: number
  tag: string
}
const [log, metrics] = [createLog('error'), createMetrics()]
const net = createNet({ dnsServers: [], allow: ['127.0.0.0/8'], ownAddresses: [], log, metrics })
const store = await openStore({ url, dataDir: '/', poolSize: 2 })
const prober = createProber({
  connect: net.connect,
  helo: 'verify.example.org',
  mailFrom: 'probe@verify.example.org',
  port,
  proxies: [],
  limits: { probes, windowMs, groupSessions: 3 },
  shared: shareThrough(store, (error) => console.error(error)),
  log,
  metrics,
})
const mx = { hosts: [{ host: 'mx.both.test', preference: 1, addresses: [address] }] }
const ask = async (partition: number) => {
  for (let index = 0; ; index++) {
    const domain = `${tag}${partition}.test`
    await prober.probe({ domain, ascii: `off${index}@${domain}`, needsSmtpUtf8: false }, mx)
  }
}
console.log('ready')
await Promise.all(Array.from({ length: 6 }, (_, partition) => ask(partition)))
