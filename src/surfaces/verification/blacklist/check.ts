import { asciiDomain, readAddress, registrableDomain } from '../../../deliverability/address/index.ts'
import { findZone, mailboxTarget, readTarget } from '../../../deliverability/dnsbl/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { reserve, reserving, settle, settling } from '../credits/index.ts'
import {
  type BlockFinding,
  type BlockLists,
  addressesOfMail,
  queryAddress,
  queryBlockLists,
  countListings,
  isListed,
  presentHit,
  worstSeverity,
} from '../verifier/index.ts'
import type { BlacklistCheck, CheckBlacklist } from './contract.ts'

export interface BlacklistDeps {
  readonly store: Store
  readonly dns: Pick<DnsClient, 'query'>
  readonly blockLists: BlockLists
}

/**
 * Costs one credit, released if no list answered. VALIDATION_FAILED if the target is neither domain, IP address nor email
 * address, or for an unknown list; INSUFFICIENT_CREDITS before any query is sent.
 */
export async function checkBlacklist(
  parts: BlacklistDeps,
  caller: Caller,
  options: CheckBlacklist,
): Promise<{ check: BlacklistCheck; remaining: number | null }> {
  const { store } = parts
  const { ask, target } = prepare(parts, options)
  const hold = await store.tx((db) => reserve(db, caller, { operation: 'blacklist', credits: 1 }), reserving)
  let charged = 0
  try {
    const found = await ask()
    charged = found.checked > 0 ? 1 : 0
    const ended = await store.tx((db) => settle(db, hold.id, { charged }), settling)
    return { check: present(target, found, charged), remaining: ended?.remaining ?? hold.remaining }
  } catch (error) {
    await store.tx((db) => settle(db, hold.id, { charged: 0 }), settling)
    throw error
  }
}

function prepare({ blockLists, dns }: BlacklistDeps, { domain, email, ip, zones }: CheckBlacklist) {
  const lists = { ...blockLists, zones: narrow(blockLists, zones) }
  if ([domain, email, ip].filter((each) => each !== undefined).length !== 1)
    refuse('', 'provide exactly one of domain, ip and email')
  if (email !== undefined) {
    const address = readAddress(email)
    if (!address.valid) return refuse('/email', address.message)
    return { target: email, ask: () => queryAddress(lists, mailboxTarget(address.normalized)) }
  }
  if (ip !== undefined) {
    const target = readTarget(ip)
    if (target?.kind !== 'ip') return refuse('/ip', 'not an IP address')
    return { target: target.text, ask: () => queryAddress(lists, target) }
  }
  const ascii = asciiDomain(domain ?? '')
  if (ascii === undefined || readTarget(ascii)?.kind !== 'domain')
    return refuse('/domain', 'Must be a domain, such as example.com.')
  const registered = registrableDomain(ascii)
  return {
    target: ascii,
    ask: async () => queryBlockLists(lists, registered, await addressesOfMail(dns, ascii)),
  }
}

function narrow({ zones }: BlockLists, names: readonly string[] | undefined) {
  if (names === undefined) return zones
  return names.map((name, index) => zones.find(({ zone }) => zone === name) ?? refuse(`/zones/${index}`, whyNot(name)))
}

function whyNot(name: string): string {
  const found = findZone(name)
  return 'problem' in found ? found.problem : 'this list is not configured; the operator can add it to SVC_DNSBL_ZONES'
}

function refuse(path: string, message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}

function present(target: string, found: BlockFinding, creditsUsed: number): BlacklistCheck {
  const { checked, disabled, errors, hits } = found
  const [count, worst] = [countListings(hits), worstSeverity(hits)]
  return {
    target,
    listed: isListed(found),
    listed_count: count,
    ...(worst === undefined ? {} : { worst_severity: worst }),
    checked,
    hits: hits.map(presentHit),
    errors: [...errors],
    disabled: [...disabled],
    credits_used: creditsUsed,
  }
}
