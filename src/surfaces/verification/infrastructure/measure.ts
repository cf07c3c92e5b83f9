import { isTopLevel, registrableDomain } from '../../../engines/address/index.ts'
import { checkBimi } from '../../../engines/bimi/index.ts'
import { checkDane, checkDnssec } from '../../../engines/dane/index.ts'
import { checkDkim } from '../../../engines/dkim/index.ts'
import { type DmarcCheck, checkDmarc } from '../../../engines/dmarc/index.ts'
import type { Checked, ResolveRecords } from '../../../engines/findings/index.ts'
import { type FetchPolicy, checkMtaSts, checkTlsReports } from '../../../engines/mta-sts/index.ts'
import { type MxFinding, type ResolveMx, findMx } from '../../../engines/mx/index.ts'
import { randomLocal } from '../../../engines/smtp/index.ts'
import { checkSpf } from '../../../engines/spf/index.ts'
import { type DnsClient, OutboundError, type RecordType, type Send } from '../../../platform/net/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { CheckName } from './contract.ts'
import { checkMx, checkPtr } from './mail-hosts.ts'

export interface InfrastructureParts {
  readonly store: Store
  readonly dns: Pick<DnsClient, 'query'>
  readonly send: Send
  /** Whether mail servers at an address may be dialled. */
  mayDial(address: string): boolean
}

/** What is not known by then stays unmeasured, milliseconds. */
const mostMs = 20_000
const policyBytes = 64 * 1024
const policyMs = 8000

/** Makes the checks that are wanted, beside each other and within bounds of time. */
export async function measure(
  { dns, mayDial, send }: InfrastructureParts,
  domain: string,
  { names, selectors }: { names: readonly CheckName[]; selectors: readonly string[] },
): Promise<Partial<Record<CheckName, Checked>>> {
  // Types of records differ in what they hold, not in how they are asked for.
  const ask = within(dns, performance.now() + mostMs)
  const resolve = ask as ResolveRecords
  const mx = once(() => findMx(domain, { resolve: ask as ResolveMx, mayDial, isTopLevel, random: Math.random }))
  const dmarc = once(() => checkDmarc(domain, resolve))
  const random = randomLocal(crypto.getRandomValues(new Uint8Array(20)))
  const made: Record<CheckName, () => Promise<Checked>> = {
    mx: async () => checkMx(await mx()),
    ptr: async () => checkPtr(await mx(), resolve),
    spf: () => checkSpf(domain, resolve),
    dkim: () => checkDkim(domain, resolve, { given: selectors, random }),
    dmarc,
    mta_sts: async () => checkMtaSts(domain, { resolve, fetchPolicy: fetcher(send), hosts: hostsOf(await mx()) }),
    tls_rpt: () => checkTlsReports(domain, resolve),
    bimi: async () => checkBimi(domain, { resolve, policy: ((await dmarc()) as DmarcCheck).policy }),
    dnssec: () => checkDnssec(registrableDomain(domain), resolve),
    dane: async () => checkDane(hostsOf(await mx()), resolve),
  }
  const found = await Promise.all(names.map(async (name) => [name, await made[name]()] as const))
  return Object.fromEntries(found)
}

/** Questions to DNS until a time; afterwards none is answered. Signatures are asked for where somebody heeds them. */
function within(dns: Pick<DnsClient, 'query'>, endMs: number) {
  const late = { outcome: 'timeout', records: [], isAuthentic: false, owner: '' } as const
  return async (name: string, type: RecordType) => {
    if (performance.now() > endMs) return late
    return dns.query(name, type, { isSigned: type === 'SOA' || type === 'TLSA' })
  }
}

function fetcher(send: Send): FetchPolicy {
  return async (url) => {
    try {
      const answer = await send({
        method: 'GET',
        url,
        timeoutMs: policyMs,
        maxBodyBytes: policyBytes,
        onTooLarge: 'refuse',
      })
      if (answer.status !== 200) return { problem: `the answer is ${answer.status}.`, isOurs: false }
      return { text: new TextDecoder().decode(answer.body) }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      // Whoever does not answer may not be reached from here alone.
      return { problem: error.message, isOurs: ['timeout', 'aborted', 'connect'].includes(error.kind) }
    }
  }
}

function hostsOf({ records, hosts }: MxFinding): string[] {
  return (records.length > 0 ? records : hosts).slice(0, 10).map(({ host }) => host)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
