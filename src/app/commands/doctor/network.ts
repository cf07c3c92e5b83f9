import { readFileSync } from 'node:fs'
import type { Config } from '../../../platform/config/index.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'

const patienceMs = 3000

/** Asks the service on its own port whether it is alive. */
export async function probe({ host, port }: Pick<Config, 'host' | 'port'>): Promise<boolean> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${reachable}:${port}/healthz`, { signal: AbortSignal.timeout(patienceMs) })
    return answer.ok
  } catch {
    return false
  }
}

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
    if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return ok('address', `${shown} (this machine only)`)
    return protocol === 'https:' ? ok('address', shown) : warn('address', `${shown} is not encrypted`)
  })
}

/** Whether every DNS server that would be asked gives an answer. Nothing but later parts of the product needs them. */
export async function checkDnsServers(config: Pick<Config, 'dnsServers'>): Promise<Finding[]> {
  const servers = config.dnsServers.length > 0 ? config.dnsServers : systemServers()
  if (servers.length === 0) return [warn('DNS', 'the system names no DNS server; give SVC_DNS_SERVERS')]
  return Promise.all(
    servers.map(async ({ host, port }) =>
      (await answersDns(host, port))
        ? ok('DNS', `${host} port ${port} answers`)
        : warn('DNS', `${host} port ${port} does not answer within ${patienceMs / 1000} s`),
    ),
  )
}

function systemServers(): { host: string; port: number }[] {
  try {
    const found = readFileSync('/etc/resolv.conf', 'utf8').matchAll(/^\s*nameserver\s+(\S+)/gm)
    return [...found].map(([, host = '']) => ({ host, port: 53 }))
  } catch {
    return []
  }
}

// RFC 1035 4.1: a header with one question and RD set, then the root name, type NS, class IN.
const question = new Uint8Array([0x5c, 0x1d, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1])

async function answersDns(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  try {
    const socket = await Bun.udpSocket({
      connect: { hostname: host, port },
      socket: {
        data: (_socket, answer) => resolve(answer[0] === question[0] && answer[1] === question[1]),
        error: () => resolve(false),
      },
    })
    const timer = setTimeout(() => resolve(false), patienceMs)
    socket.send(question)
    const isAnswered = await promise
    clearTimeout(timer)
    socket.close()
    return isAnswered
  } catch {
    return false
  }
}
