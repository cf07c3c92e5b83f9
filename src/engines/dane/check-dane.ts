import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  unmeasured,
} from '../findings/index.ts'

/** Whether a zone is signed, and the resolver has found the signatures good. */
export async function checkDnssec(zone: string, resolve: ResolveRecords): Promise<Checked> {
  const soa = await resolve(zone, 'SOA')
  if (isUnknown(soa))
    return unmeasured('dnssec.dns', 'The zone could not be asked for: its name servers, or its signatures, are broken.')
  if (soa.isAuthentic) return concluded([])
  const [ds, keys] = await Promise.all([resolve(zone, 'DS'), resolve(zone, 'DNSKEY')])
  if (ds.outcome === 'found')
    return unmeasured('dnssec.not_validated', 'The zone is signed, but the DNS server asked does not validate.')
  if (keys.outcome === 'found') {
    const message = 'The zone is signed, but its parent does not say so (no DS record), so nobody can tell.'
    return concluded(
      [{ code: 'dnssec.island', severity: 'warning', message, fix: 'Give the DS record to the registrar.' }],
      { share: 0 },
    )
  }
  if (isUnknown(ds) || isUnknown(keys)) return unmeasured('dnssec.dns', 'The keys of the zone could not be asked for.')
  return {
    state: 'none',
    findings: [{ code: 'dnssec.none', severity: 'info', message: 'The zone is not signed.' }],
    share: 0,
  }
}

/** Whether the mail hosts have TLSA records that senders can use. Certificates are not compared. */
export async function checkDane(hosts: readonly string[], resolve: ResolveRecords): Promise<Checked> {
  if (hosts.length === 0) return unmeasured('dane.no_hosts', 'There is no mail host to ask about.')
  const replies = await Promise.all(
    hosts.map(async (host) => ({ host, reply: await resolve(`_25._tcp.${host}`, 'TLSA') })),
  )
  if (replies.every(({ reply }) => isUnknown(reply)))
    return unmeasured('dane.dns', 'The TLSA records could not be asked for.')
  const having = replies.filter(({ reply }) => reply.outcome === 'found')
  if (having.length === 0)
    return {
      state: 'none',
      findings: [{ code: 'dane.none', severity: 'info', message: 'No mail host has TLSA records.' }],
      share: 0,
    }
  const findings: DomainFinding[] = []
  for (const { host, reply } of replies) {
    if (isUnknown(reply)) continue
    // RFC 7672 3.1: usages 0 and 1 are not for mail.
    const isUsable = reply.records.some(({ usage, matchingType }) => (usage === 2 || usage === 3) && matchingType <= 2)
    if (reply.outcome !== 'found')
      findings.push(
        warn(
          'partly',
          `${host} has none, so mail may go there without it.`,
          'Publish TLSA records for every mail host.',
        ),
      )
    else if (!isUsable)
      findings.push(warn('usage', `${host} has only records that senders of mail do not use.`, 'Use “3 1 1”.'))
    else if (!reply.isAuthentic)
      findings.push(
        warn(
          'unsigned',
          `Those of ${host} come without a signature that was found good, and count for nothing.`,
          'Sign the zone of the mail host (DNSSEC).',
        ),
      )
  }
  const [first] = having[0]?.reply.records ?? []
  const record =
    first === undefined ? undefined : `${first.usage} ${first.selector} ${first.matchingType} ${hex(first.certificate)}`
  return concluded(findings, { record, share: findings.length === 0 ? 1 : 0 })
}

function warn(code: string, message: string, fix: string): DomainFinding {
  return { code: `dane.${code}`, severity: 'warning', message, fix }
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
