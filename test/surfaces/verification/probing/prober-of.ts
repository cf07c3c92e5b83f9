import { providerOf } from '../../../../src/deliverability/providers/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import {
  type Prober,
  type ProberDeps,
  type ProbingLimits,
  createProber,
  defaultLimits,
} from '../../../../src/surfaces/verification/probing/index.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { startDnsServer } from '../../../support/dns-server.ts'
import type { MxFarm } from '../../../support/mx-farm.ts'
import { netOf } from '../../../platform/net/receivers.ts'

const timeouts = { bannerMs: 10_000, commandMs: 10_000, recipientMs: 10_000, sessionMs: 60_000 }

/** Limits of a prober for servers that say nothing. */
export const impatient: Partial<ProbingLimits> = {
  connectMs: 500,
  timeouts: { bannerMs: 300, commandMs: 300, recipientMs: 300, sessionMs: 60_000 },
}

/** A prober that may reach loopback, and every line it logged. */
export function proberOf(
  { port }: { port: number },
  { limits = {}, ...parts }: Partial<Omit<ProberDeps, 'limits'>> & { limits?: Partial<ProbingLimits> } = {},
): Prober & { logged: string[] } {
  const net = netOf()
  const logged: string[] = []
  const prober = createProber({
    connect: net.connect,
    helo: 'verify.example.org',
    mailFrom: 'probe@verify.example.org',
    port,
    proxies: [],
    log: createLog('debug', (line) => logged.push(line)),
    metrics: net.metrics,
    limits: { ...defaultLimits, connectMs: 10_000, timeouts, ...limits },
    ...parts,
  })
  cleanUp(() => prober.close())
  return Object.assign(prober, { logged })
}

/** An address as it is requested. */
export function targetOf(address: string) {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  return { domain: address.slice(at + 1), ascii: address, needsSmtpUtf8: /[^\0-\x7f]/.test(local) }
}

/** Hosts of a farm by their numbers, as the mail servers of a domain. */
export function mxOf(farm: MxFarm, indexes: readonly number[], name = (index: number) => `mx.host${index}.test`) {
  const hosts = indexes.map((index, at) => ({
    host: name(index),
    preference: at,
    addresses: [farm.hosts[index]?.address ?? ''],
  }))
  const provider = providerOf(hosts[0]?.host ?? '')
  return provider === undefined ? { hosts } : { hosts, provider }
}

/** DNS that knows the well-known providers, whose mail hosts are 127.0.99.1, 127.0.99.2 and 127.0.99.3, and nobody else. */
export async function wellKnownDns() {
  const domains = ['gmail.com', 'outlook.com', 'icloud.com']
  const { host, port } = await startDnsServer((name, type) => {
    const at = domains.indexOf(name.replace(/^mx\./, ''))
    if (at < 0) return { rcode: 'NXDOMAIN', soa: 60 }
    if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
    return type === 'A' ? { records: [{ type, data: `127.0.99.${at + 1}` }] } : { soa: 60 }
  })
  return netOf({ dnsServers: [{ host, port }] }).dns
}
