import { type Config, isLoopbackHost } from '../../../platform/config/index.ts'
import { createMetrics } from '../../../platform/metrics/index.ts'
import { createDnsClient, serversAsked } from '../../../platform/net/index.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'
import { probe } from './probe.ts'

const patienceMs = 3000

/** Whether the port is ours, free, or somebody else's. */
export async function checkListener(config: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const address = `${config.host}:${config.port}`
  if (await probe(config)) return ok('listener', `the service answers on ${address}`)
  try {
    await Bun.serve({ hostname: config.host, port: config.port, fetch: () => new Response() }).stop(true)
    return ok('listener', `${address} is free`)
  } catch (error) {
    return bad('listener', `${address} cannot be used: ${reason(error)}`)
  }
}

/** Whether each public address makes sense for people elsewhere. */
export function checkAddresses(config: Pick<Config, 'baseUrl' | 'appUrl' | 'pluginUrl' | 'cdnUrl'>): Finding[] {
  const names = {
    baseUrl: 'SVC_BASE_URL',
    appUrl: 'SVC_APP_URL',
    pluginUrl: 'SVC_PLUGIN_URL',
    cdnUrl: 'SVC_CDN_URL',
  } as const
  const byUrl = Map.groupBy(Object.entries(names), ([member]) => config[member as keyof typeof names])
  return [...byUrl].map(([url, entries]) => {
    const shown = `${entries.map(([, name]) => name).join(', ')}: ${url}`
    const { protocol, hostname } = new URL(url)
    if (isLoopbackHost(hostname)) return ok('address', `${shown} (this machine only)`)
    return protocol === 'https:' ? ok('address', shown) : warn('address', `${shown} is not encrypted`)
  })
}

/** Whether strangers get an editor or metrics without credentials. */
export function checkPublicAccess({
  isPublic,
  demo,
  metricsToken,
}: Pick<Config, 'isPublic' | 'demo' | 'metricsToken'>): Finding[] {
  return [checkDemo(isPublic, demo), checkMetrics(isPublic, metricsToken)]
}

function checkDemo(isPublic: boolean, demo: Config['demo']): Finding {
  if (demo === 'off') return ok('demo', 'off')
  if (demo === 'local' || !isPublic) return ok('demo', '/demo is on, for this machine only')
  const effect = 'anyone can edit and upload in the first project without credentials, and use up its rate limit'
  return bad('demo', `SVC_DEMO=true on a public service: ${effect}. Unset SVC_DEMO, or keep nothing else in this store`)
}

function checkMetrics(isPublic: boolean, metricsToken: string | undefined): Finding {
  if (metricsToken !== undefined) return ok('metrics', '/metrics requires SVC_METRICS_TOKEN')
  return ok('metrics', isPublic ? '/metrics is off; set SVC_METRICS_TOKEN to scrape it' : 'for this machine only')
}

/** Whether every DNS server that would be asked gives an answer. */
export async function checkDnsServers(config: Pick<Config, 'dnsServers'>): Promise<Finding[]> {
  return Promise.all(
    serversAsked(config.dnsServers).map(async (server) => {
      const dns = createDnsClient({ servers: [server], metrics: createMetrics(), patienceMs: [patienceMs] })
      const { outcome } = await dns.query(anyZone, 'NS')
      const shown = `${server.host} port ${server.port}`
      return outcome === 'timeout'
        ? warn('DNS', `${shown} does not answer within ${patienceMs / 1000} s; webhooks and verification need it`)
        : ok('DNS', `${shown} answers`)
    }),
  )
}

// Every resolver knows it, and one that is cut off from the Internet says so: an answer too.
const anyZone = 'arpa'
