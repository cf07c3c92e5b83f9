/** One way of requesting 200 domains’ addresses, in a process of its own. Prints addresses/s, wrong answers, memory in MB. */
import { Session, openSession } from '../../src/deliverability/smtp/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMetrics } from '../../src/platform/metrics/index.ts'
import { createNet } from '../../src/platform/net/index.ts'
import {
  type ProbingLimits,
  createProber,
  defaultLimits,
  probeMany,
} from '../../src/surfaces/verification/probing/index.ts'

export interface Load {
  readonly mode: 'svc' | 'one by one'
  readonly count: number
  readonly port: number
  readonly addresses: readonly string[]
  /** Recipients in ten seconds for each provider; without, there is no limit. */
  readonly rate?: number
  readonly sessions: number
}

const load = JSON.parse(process.argv[2] ?? '') as Load
const log = createLog('error')
const metrics = createMetrics()
const net = createNet({ dnsServers: [], allow: ['127.70.0.0/16'], ownAddresses: [], log, metrics })
const [helo, mailFrom] = ['verify.example.org', 'probe@verify.example.org']

const kinds = [
  ['u', 'accepted'],
  ['u', 'accepted'],
  ['u', 'accepted'],
  ['x', 'not_found'],
  ['full', 'full_inbox'],
] as const

function* items() {
  for (let index = 0; index < load.count; index++) {
    const [local, truth] = kinds[index % kinds.length] ?? kinds[0]
    const domain = `d${index % 200}.test`
    const host = index % load.addresses.length
    const hosts = [{ host: `mx.bench${host}.test`, preference: 1, addresses: [load.addresses[host] ?? ''] }]
    const target = { domain, ascii: `${local}${index}@${domain}`, needsSmtpUtf8: false }
    yield { target, mx: { hosts }, truth }
  }
}

let [done, wrong] = [0, 0]
const startedAt = performance.now()
if (load.mode === 'svc') {
  const limits: Partial<ProbingLimits> = {
    groupSessions: load.sessions,
    sessions: 1000,
    probes: load.rate ?? Infinity,
    windowMs: 10_000,
  }
  const prober = createProber({
    connect: net.connect,
    helo,
    mailFrom,
    port: load.port,
    proxies: [],
    limits,
    log,
    metrics,
  })
  for await (const { item, probe } of probeMany(prober, items())) {
    done++
    if (probe.outcome !== item.truth) wrong++
  }
} else {
  const source = items()
  const queryNext = async () => {
    for (const { mx, target, truth } of source) {
      const [host] = mx.hosts
      const connected = await net.connect({ address: host?.addresses[0] ?? '', port: load.port, timeoutMs: 5000 })
      if ('failure' in connected) throw new Error(connected.detail)
      const { timeouts } = defaultLimits
      const plan = {
        helo,
        mailFrom,
        host: host?.host ?? '',
        tls: 'never',
        timeouts,
        now: () => performance.now(),
      } as const
      const session = await openSession(connected.stream, plan, [])
      if (!(session instanceof Session)) throw new Error(session.detail)
      const { outcome } = await session.probe({ address: target.ascii, isInternational: false }, [])
      await session.quit()
      done++
      if (outcome !== truth) wrong++
    }
  }
  await Promise.all(Array.from({ length: load.sessions * load.addresses.length }, queryNext))
}
const perSecond = Math.round(done / ((performance.now() - startedAt) / 1000))
console.log(JSON.stringify([perSecond, wrong, Math.round(process.memoryUsage.rss() / 1e6)]))
process.exit(0)
