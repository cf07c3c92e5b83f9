import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  unmeasured,
  unpublished,
} from '../findings/index.ts'
import {
  type Digest,
  type ShownCertificate,
  type TlsaRecord,
  isUsable,
  isWellFormed,
  keyDigest,
  matches,
} from './match.ts'
import { report } from './reasons.ts'

/** A mail host and its certificates: undefined if it was not reached, empty without TLS. */
export interface DaneHost {
  readonly host: string
  readonly shown?: readonly ShownCertificate[] | undefined
}

export interface DaneDeps {
  readonly resolve: ResolveRecords
  readonly digest: Digest
  /** Unix milliseconds. */
  readonly now: number
  /** True if the MX records are authenticated by DNSSEC; called only if there are TLSA records. */
  areHostsSigned(): Promise<boolean>
}

/** Checks that the mail hosts have TLSA records usable for SMTP, and certificates that match them (RFC 7672). */
export async function checkDane(hosts: readonly DaneHost[], deps: DaneDeps): Promise<Checked> {
  if (hosts.length === 0) return unmeasured(report('no_hosts', 'There is no mail host to check.'))
  const replies = await Promise.all(
    hosts.map(async (host) => ({ host, reply: await deps.resolve(`_25._tcp.${host.host}`, 'TLSA') })),
  )
  if (replies.every(({ reply }) => isUnknown(reply)))
    return unmeasured(report('dns', 'The TLSA records could not be queried.'))
  const having = replies.filter(({ reply }) => reply.outcome === 'found')
  if (having.length === 0) return unpublished(await absence(hosts, deps))
  const found = await Promise.all(
    replies.map(async ({ host, reply }): Promise<DomainFinding[]> => {
      if (isUnknown(reply)) return []
      if (reply.outcome !== 'found') return [await partly(host, deps)]
      if (!reply.isAuthentic) {
        const fix = 'Sign the zone of the mail host (DNSSEC).'
        return [report('unsigned', `The TLSA records of ${host.host} are not signed with DNSSEC.`, { fix })]
      }
      return evaluate(host, reply.records, deps)
    }),
  )
  const findings = found.flat()
  if (!(await deps.areHostsSigned()))
    findings.push(
      report('hosts_unsigned', 'The MX records of the domain are not signed with DNSSEC.', {
        fix: 'Sign the zone of the domain (DNSSEC).',
      }),
    )
  const [first] = having[0]?.reply.records ?? []
  const hasOnlyInfo = findings.every(({ severity }) => severity === 'info')
  return concluded(findings, { record: first === undefined ? undefined : written(first), share: hasOnlyInfo ? 1 : 0 })
}

async function evaluate(host: DaneHost, records: readonly TlsaRecord[], deps: DaneDeps): Promise<DomainFinding[]> {
  const usable = records.filter(isUsable)
  const { host: name, shown } = host
  if (usable.length === 0) {
    const detail = { fix: 'Use “3 1 1”.', ...(await advice(host, deps)) }
    return [report('usage', `${name} has only TLSA records that SMTP does not use.`, detail)]
  }
  const good = usable.filter(isWellFormed)
  const found: DomainFinding[] = []
  if (good.length < usable.length) {
    const detail = { fix: 'Correct or remove it.', ...(await advice(host, deps)) }
    found.push(report('garbled', `${name} has a TLSA record whose data has the wrong length for its hash.`, detail))
  }
  if (shown === undefined) return [...found, report('unseen', `The certificate of ${name} could not be retrieved.`)]
  if (shown.length === 0)
    return [
      ...found,
      report('no_tls', `${name} does not offer TLS.`, { fix: 'Enable STARTTLS, or remove the TLSA records.' }),
    ]
  const fits = await Promise.all(good.map((record) => matches(record, { ...deps, host: name, shown })))
  if (fits.includes(true)) return found
  const detail = {
    fix: 'Publish the record of the new certificate, and remove the old one a day later.',
    ...(await advice(host, deps)),
  }
  return [...found, report('mismatch', `No TLSA record matches the certificate of ${name}.`, detail)]
}

async function partly(host: DaneHost, deps: DaneDeps): Promise<DomainFinding> {
  const detail = { fix: 'Publish TLSA records for every mail host.', ...(await advice(host, deps)) }
  return report('partly', `${host.host} has no TLSA records, so mail can be sent there without TLS.`, detail)
}

async function absence([host]: readonly DaneHost[], deps: DaneDeps): Promise<DomainFinding> {
  const fix = 'Sign the zone of the mail hosts, then publish the hash of each host’s key.'
  return report('none', 'No mail host has TLSA records.', {
    fix,
    ...(host === undefined ? {} : await advice(host, deps)),
  })
}

async function advice({ host, shown }: DaneHost, { digest }: DaneDeps) {
  const [own] = shown ?? []
  const hash = own === undefined ? undefined : await keyDigest(own.der, digest)
  if (hash === undefined) return {}
  return { publish: { name: `_25._tcp.${host}`, type: 'TLSA', value: `3 1 1 ${hex(hash)}` } as const }
}

function written({ certificate, matchingType, selector, usage }: TlsaRecord): string {
  return `${usage} ${selector} ${matchingType} ${hex(certificate).slice(0, 256)}`
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
