import { existsSync, readFileSync } from 'node:fs'
import {
  type Digest,
  type ResolveList,
  createBlacklists,
  readTarget,
  selectZones,
} from '../deliverability/dnsbl/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { DnsClient } from '../platform/net/index.ts'
import type { BlockLists } from '../surfaces/verification/index.ts'

/** Opens the configured block lists, or the built-in set; invalid names are logged. */
export function openBlockLists({
  config,
  dns,
  log,
}: {
  config: Pick<Config, 'dnsblZones' | 'dqsKey'>
  dns: Pick<DnsClient, 'query'>
  log: Pick<Log, 'warn'>
}): BlockLists {
  const { dnsblZones: given = 'default', dqsKey: key } = config
  const { problems, zones } = selectZones(namesIn(existsSync(given) ? readFileSync(given, 'utf8') : given), key)
  if (problems.length > 0) log.warn('some zones of SVC_DNSBL_ZONES cannot be queried', { problems })
  const resolve = ((name: string, type: 'A' | 'TXT') => dns.query(name, type)) as ResolveList
  const digest: Digest = async (name, bytes) => new Uint8Array(await crypto.subtle.digest(name, bytes))
  return { zones, blacklists: createBlacklists({ resolve, digest, now: () => performance.now(), ...(key && { key }) }) }
}

/** Names of the lists that contain an IP address for abuse; undefined if none responds. */
export function listingsOf({ blacklists, zones }: BlockLists): (address: string) => Promise<string[] | undefined> {
  return async (address) => {
    const target = readTarget(address)
    if (target === undefined) return undefined
    const { checked, hits } = await blacklists.check(target, zones)
    if (checked === 0) return undefined
    return hits.filter(({ severity }) => severity !== 'info').map(({ name }) => name)
  }
}

function namesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, ''))
  return lines.flatMap((line) => line.split(/[\s,]+/)).filter((name) => name !== '')
}
