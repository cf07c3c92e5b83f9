import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { isPrivateHost } from '../../../email/lint/index.ts'
import { type Config, isLoopbackHost } from '../../../platform/config/index.ts'
import { databaseFile } from '../../../platform/storage/index.ts'
import { listProjects } from '../../../surfaces/projects/index.ts'
import { weaknessOf } from '../../secret-strength.ts'
import { withStore } from '../with-store.ts'
import { type Finding, bad, ok, warn } from './finding.ts'

const urlSettings = {
  baseUrl: 'SVC_BASE_URL',
  appUrl: 'SVC_APP_URL',
  pluginUrl: 'SVC_PLUGIN_URL',
  cdnUrl: 'SVC_CDN_URL',
} as const

type Urls = Pick<Config, keyof typeof urlSettings>

/**
 * Checks that public URLs are reachable by other users. Over http, API keys, passwords and tokens are sent in cleartext:
 * that fails for an Internet address, except for files, and is a warning in a private network.
 */
export function checkAddresses(config: Urls): Finding[] {
  const byUrl = Map.groupBy(Object.entries(urlSettings), ([member]) => config[member as keyof typeof urlSettings])
  return [...byUrl].map(([url, entries]) => {
    const names = entries.map(([, name]) => name).join(', ')
    const shown = `${names}: ${url}`
    const { protocol, hostname } = new URL(url)
    if (isLoopbackHost(hostname)) return ok('address', `${shown} (this machine only)`)
    if (protocol === 'https:') return ok('address', shown)
    const isForFiles = entries.every(([member]) => member === 'cdnUrl')
    const remedy = `Put a TLS proxy in front of the service, and set ${names} to an https URL`
    if (isForFiles) return warn('address', `${shown} is not encrypted: mail clients may not load the images`, remedy)
    const effect = `${shown} is not encrypted: API keys, passwords and editor tokens can be read on the way`
    return isPrivateHost(hostname)
      ? warn('address', `${effect} inside the private network`, remedy)
      : bad('address', effect, remedy)
  })
}

type Access = Pick<Config, 'isPublic' | 'demo' | 'metricsToken' | 'trustedProxies'> & Urls

/** Checks that editor, metrics and client IP addresses are not open without credentials. */
export function checkPublicAccess(config: Access): Finding[] {
  return [checkDemo(config), checkMetrics(config), checkProxies(config)]
}

function checkDemo({ isPublic, demo, cdnUrl }: Access): Finding {
  if (demo === 'off') return ok('demo', 'off')
  if (demo === 'local' || !isPublic) return ok('demo', '/demo is on, for this machine only, in a separate project')
  const effect = `anyone can upload images to ${cdnUrl} and store emails in this database without credentials`
  return bad('demo', `SVC_DEMO=true on a public service: ${effect}`, 'Unset SVC_DEMO')
}

function checkMetrics({ isPublic, metricsToken }: Access): Finding {
  if (metricsToken === undefined)
    return ok('metrics', isPublic ? '/metrics is off; set SVC_METRICS_TOKEN to scrape it' : 'for this machine only')
  const weakness = weaknessOf(metricsToken)
  if (weakness === undefined) return ok('metrics', '/metrics requires SVC_METRICS_TOKEN')
  const message = `SVC_METRICS_TOKEN ${weakness}, so it may be guessed`
  return (isPublic ? bad : warn)('metrics', message, 'Generate a random one: openssl rand -hex 24')
}

// TLS ends before the service, so a public https URL implies a proxy.
function checkProxies({ isPublic, trustedProxies, ...urls }: Access): Finding {
  const name = 'proxies'
  const wide = trustedProxies.filter(isNearlyEveryone)
  if (wide.length > 0) {
    const effect = 'clients can forge their IP address in the audit log and in rate limits by IP address'
    const message = `SVC_TRUSTED_PROXIES trusts ${wide.join(', ')}: ${effect}`
    return (isPublic ? bad : warn)(name, message, 'Name the addresses of the proxies only')
  }
  if (trustedProxies.length > 0) return ok(name, `X-Forwarded-For is read from ${trustedProxies.join(', ')}`)
  const members = Object.keys(urlSettings) as (keyof Urls)[]
  const behind = members.find((member) => {
    const { protocol, hostname } = new URL(urls[member])
    return protocol === 'https:' && !isLoopbackHost(hostname)
  })
  if (behind === undefined) return ok(name, 'none; X-Forwarded-For is ignored')
  const effect =
    'all clients share the rate limits of the proxy’s IP address, so one client can block everyone from signing in'
  return bad(
    name,
    `${urlSettings[behind]} is https, so a proxy is in front, and SVC_TRUSTED_PROXIES is not set: ${effect}`,
    'Set it to the IP address of the proxy',
  )
}

/**
 * Warns if pages of any origin may embed the editor of a project. It is no failure, because they still need a token of the
 * host.
 */
export async function checkEmbedding(config: Pick<Config, 'isPublic' | 'databaseUrl' | 'dataDir'>): Promise<Finding[]> {
  const isEmpty = config.databaseUrl === undefined && !existsSync(join(config.dataDir, databaseFile))
  if (!config.isPublic || isEmpty) return []
  try {
    const projects = await withStore(config, ({ read }) => listProjects(read))
    const open = projects.filter(({ allowedOrigins }) => allowedOrigins.includes('*')).map(({ name }) => `“${name}”`)
    if (open.length === 0) return [ok('origins', 'every project lists the pages that may embed its editor')]
    const remedy = 'List the origins of your pages in allowed_origins'
    return [warn('origins', `any page may embed the editor of ${open.join(', ')}, and imitate yours around it`, remedy)]
  } catch {
    // Storage problems are reported by another check.
    return []
  }
}

/**
 * Networks too large for the proxies of one installation: shorter than /8 for IPv4, also IPv4-mapped (`::ffff:0:0/96`), and
 * /16 for IPv6.
 */
function isNearlyEveryone(network: string): boolean {
  const [address = '', bits] = network.split('/')
  if (isIP(address) !== 6) return Number(bits ?? 32) < 8
  const length = Number(bits ?? 128)
  const isMapped = /^(?:::|(?:0+:){5})ffff:/i.test(address)
  return length < 16 || (isMapped && length < 96 + 8)
}
