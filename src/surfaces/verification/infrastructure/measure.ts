import { isTopLevel, registrableDomain } from '../../../deliverability/address/index.ts'
import { checkBimi } from '../../../deliverability/bimi/index.ts'
import { checkDane, checkDnssec } from '../../../deliverability/dane/index.ts'
import { checkDkim } from '../../../deliverability/dkim/index.ts'
import { type DmarcCheck, checkDmarc } from '../../../deliverability/dmarc/index.ts'
import type { Checked, ResolveRecords } from '../../../deliverability/findings/index.ts'
import {
  type HostAddress,
  type TlsHost,
  checkMx,
  checkPtr,
  checkTls,
} from '../../../deliverability/mail-hosts/index.ts'
import { checkMtaSts, checkTlsReports } from '../../../deliverability/mta-sts/index.ts'
import { type MailHost, type MxFinding, type ResolveMx, findMx, resolveHost } from '../../../deliverability/mx/index.ts'
import { randomLocal } from '../../../deliverability/smtp/index.ts'
import { checkSpf } from '../../../deliverability/spf/index.ts'
import type { DnsClient, RecordType, Send } from '../../../platform/net/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { CheckName } from './contract.ts'
import { fileFetcher, policyFetcher } from './fetch-files.ts'
import type { MailTls } from './mail-tls.ts'

export interface InfrastructureDeps {
  readonly store: Store
  readonly dns: Pick<DnsClient, 'query'>
  readonly send: Send
  readonly mailTls: MailTls
  /** True if connections to mail servers at this IP address are allowed. */
  mayDial(address: string): boolean
}

export type MeasureDeps = Omit<InfrastructureDeps, 'store'>

/** Total time limit, milliseconds; checks without a result by then are unmeasured. */
const maxMs = 20_000
const [maxHosts, maxAddresses] = [5, 8]

export interface Measurement {
  readonly resolve: ResolveRecords
  /** Runs the given checks concurrently, within the time limit. */
  make(names: readonly CheckName[], selectors: readonly string[]): Promise<Partial<Record<CheckName, Checked>>>
}

/** Prepares the checks of a domain, given in A-labels. Records that several checks need are queried once. */
export function measure({ dns, mailTls, mayDial, send }: MeasureDeps, domain: string): Measurement {
  // Record types differ in the shape of their records, not in the query.
  const ask = within(dns, performance.now() + maxMs)
  const signal = AbortSignal.timeout(maxMs)
  const resolve = ask as ResolveRecords
  const registrable = registrableDomain
  const now = Date.now()
  const mx = once(() => findMx(domain, { resolve: ask as ResolveMx, mayDial, isTopLevel, random: Math.random }))
  const dmarc = once((): Promise<DmarcCheck> => checkDmarc(domain, { resolve, registrable }))
  const hosts = once(async () => resolveHosts(await mx(), { resolve: ask as ResolveMx, mayDial }))
  const tls = once(async () => mailTls.look(await hosts(), signal))
  const acceptsMail = async () => (await mx()).outcome !== 'null_mx'
  const areHostsSigned = async () => (await dns.query(domain, 'MX', { isSigned: true })).isAuthentic
  const digest = async (algorithm: string, bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.digest(algorithm, bytes.slice()))
  return {
    resolve,
    async make(names, selectors) {
      const random = randomLocal(crypto.getRandomValues(new Uint8Array(20)))
      const made: Record<CheckName, () => Promise<Checked>> = {
        mx: async () => checkMx(domain, await mx(), { resolve, registrable }),
        ptr: async () => checkPtr(await addressesOf(await hosts(), { resolve, mayDial }), resolve),
        tls: async () => checkTls(await tls(), now),
        spf: async () => checkSpf(domain, resolve, { hasMx: (await mx()).hosts.length > 0 }),
        dkim: () => checkDkim(domain, resolve, { given: selectors, random }),
        dmarc,
        mta_sts: async () =>
          checkMtaSts(domain, {
            resolve,
            fetchPolicy: policyFetcher(send),
            acceptsMail: await acceptsMail(),
            hosts: async () => (await tls()).map(({ answer, host }) => ({ host, ...trustOf(answer) })),
          }),
        tls_rpt: async () => checkTlsReports(domain, resolve, { acceptsMail: await acceptsMail() }),
        bimi: async () =>
          checkBimi(domain, {
            resolve,
            registrable,
            now,
            fetchFile: fileFetcher(send),
            policy: (await dmarc()).policy,
          }),
        dnssec: () => checkDnssec(registrableDomain(domain), resolve),
        dane: async () => checkDane((await tls()).map(shownBy), { resolve, digest, now, areHostsSigned }),
      }
      const found = await Promise.all(names.map(async (name) => [name, await made[name]()] as const))
      return Object.fromEntries(found)
    },
  }
}

/** DNS queries until a deadline; later ones time out at once. DNSSEC is requested for the types that the checks validate. */
function within(dns: Pick<DnsClient, 'query'>, endMs: number) {
  const late = { outcome: 'timeout', records: [], isAuthentic: false, owner: '' } as const
  return async (name: string, type: RecordType) => {
    if (performance.now() > endMs) return late
    return dns.query(name, type, { isSigned: type === 'SOA' || type === 'TLSA' || type === 'DS' })
  }
}

// The first hosts receive the mail, and a zone may have any number of hosts.
async function resolveHosts(
  { hosts, records }: MxFinding,
  { mayDial, resolve }: { resolve: ResolveMx; mayDial(address: string): boolean },
): Promise<MailHost[]> {
  const named = (records.length > 0 ? records : hosts).slice(0, maxHosts)
  return Promise.all(
    named.map(async ({ host, preference }) => {
      const known = hosts.find((each) => each.host === host)
      return { host, preference, addresses: known?.addresses ?? (await resolveHost(host, resolve, mayDial)).addresses }
    }),
  )
}

async function addressesOf(
  hosts: readonly MailHost[],
  { mayDial, resolve }: { resolve: ResolveRecords; mayDial(address: string): boolean },
): Promise<HostAddress[]> {
  const all = await Promise.all(
    hosts.map(async ({ addresses, host }) => {
      const { records: six } = await resolve(host, 'AAAA')
      return [...new Set([...addresses, ...six.filter(mayDial)])].map((address) => ({ address, host }))
    }),
  )
  return [...new Map(all.flat().map((each) => [each.address, each])).values()].slice(0, maxAddresses)
}

function trustOf(answer: TlsHost['answer']): { isTrusted?: boolean } {
  if (answer.state === 'unreached') return {}
  return { isTrusted: answer.state === 'encrypted' && answer.isTrusted }
}

function shownBy({ answer, host }: TlsHost) {
  if (answer.state === 'unreached') return { host }
  return { host, shown: answer.state === 'encrypted' ? answer.shown : [] }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
