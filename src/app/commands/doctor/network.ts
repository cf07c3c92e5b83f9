import type { Config } from '../../../platform/config/index.ts'
import { createMetrics } from '../../../platform/metrics/index.ts'
import { createDnsClient, serversQueried } from '../../../platform/net/index.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'
import { probe } from './probe.ts'

const timeoutMs = 3000

/** Checks if the port is used by this service, free, or used by another program. */
export async function checkListener(config: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const address = `${config.host}:${config.port}`
  if (await probe(config)) return ok('listener', `the service responds on ${address}`)
  try {
    await Bun.serve({ hostname: config.host, port: config.port, fetch: () => new Response() }).stop(true)
    return ok('listener', `${address} is free`)
  } catch (error) {
    return bad(
      'listener',
      `${address} cannot be used: ${reason(error)}`,
      'End the program that uses it, or set SVC_PORT',
    )
  }
}

/** Checks that every configured DNS server responds. */
export async function checkDnsServers(config: Pick<Config, 'dnsServers'>): Promise<Finding[]> {
  return Promise.all(
    serversQueried(config.dnsServers).map(async (server) => {
      const dns = createDnsClient({ servers: [server], metrics: createMetrics(), timeoutsMs: [timeoutMs] })
      const { outcome } = await dns.query(anyZone, 'NS')
      const shown = `${server.host} port ${server.port}`
      return outcome === 'timeout'
        ? warn(
            'DNS',
            `${shown} does not respond within ${timeoutMs / 1000} s; webhooks and verification need it`,
            'Check SVC_DNS_SERVERS and the firewall',
          )
        : ok('DNS', `${shown} answers`)
    }),
  )
}

// Every resolver knows this zone, and an isolated one responds with an error, which counts as a response.
const anyZone = 'arpa'
