import { readIp, reverseOf } from '../../../deliverability/ip/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import { isFullHostName } from './helo.ts'

/** One property of this host that mail servers check before they trust a client. */
export interface AuditFinding {
  readonly subject: 'helo' | 'address' | 'reverse_name' | 'sender' | 'listing'
  readonly isGood: boolean
  /** One sentence, with a remedy if it is not good. */
  readonly message: string
}

export interface AuditDeps {
  readonly helo: string
  readonly mailFrom: string
  readonly dns: Pick<DnsClient, 'query'>
  /** Public IP addresses of this machine; empty if it has none, or if mail leaves through proxies. */
  readonly ownAddresses: readonly string[]
  /** The block lists that contain an IP address; undefined if none responds. */
  readonly listings?: (address: string) => Promise<readonly string[] | undefined>
}

/** IP addresses checked per name. */
const maxAddresses = 8

/**
 * Checks this host as a mail server would: the EHLO name is fully qualified, resolves to this host and matches the PTR
 * record of its IP addresses; the sender domain accepts mail; no IP address is on a block list.
 */
export async function auditIdentity(parts: AuditDeps): Promise<AuditFinding[]> {
  const { helo, mailFrom, dns } = parts
  if (!isFullHostName(helo)) {
    const message = `${helo} is not a fully qualified host name, so no server is probed; set SVC_VERIFY_HELO.`
    return [{ subject: 'helo', isGood: false, message }]
  }
  const [four, six] = await Promise.all([dns.query(helo, 'A'), dns.query(helo, 'AAAA')])
  const addresses = [...four.records, ...six.records].slice(0, maxAddresses)
  const reverse = await Promise.all(addresses.map((address) => auditReverse(dns, helo, address)))
  const isWhole = [four, six].every(({ outcome }) => isAnswer(outcome))
  return [
    auditName(helo, addresses, isWhole),
    ...auditOwn(parts, addresses, isWhole),
    ...reverse,
    await auditSender(dns, mailFrom),
    ...(await auditListings(parts, addresses)),
  ]
}

function isAnswer(outcome: string): boolean {
  return outcome === 'found' || outcome === 'no_name' || outcome === 'no_data'
}

function auditName(helo: string, addresses: readonly string[], isWhole: boolean): AuditFinding {
  if (addresses.length > 0) return good('helo', `${helo} resolves to ${addresses.join(', ')}.`)
  if (!isWhole) return bad('helo', `DNS lookup of ${helo} failed; run svc doctor.`)
  return bad('helo', `${helo} has no IP address; publish the IP address of this machine, or set SVC_VERIFY_HELO.`)
}

function auditOwn({ helo, ownAddresses }: AuditDeps, addresses: readonly string[], isWhole: boolean): AuditFinding[] {
  if (addresses.length === 0 || ownAddresses.length === 0) return []
  const strangers = ownAddresses.filter((address) => !addresses.includes(address))
  if (strangers.length === 0) return [good('address', `${helo} resolves to this machine.`)]
  if (!isWhole) return [bad('address', `DNS lookup of the IP addresses of ${helo} failed; run svc doctor.`)]
  return [bad('address', `${helo} does not lead to ${strangers.join(', ')}, which mail may leave from.`)]
}

async function auditReverse(dns: AuditDeps['dns'], helo: string, address: string): Promise<AuditFinding> {
  const { outcome, records } = await dns.query(reverseOf(readIp(address) ?? []), 'PTR')
  if (records.some((name) => name.replace(/\.$/, '').toLowerCase() === helo.toLowerCase()))
    return good('reverse_name', `The PTR record of ${address} is ${helo}.`)
  if (outcome === 'found')
    return bad('reverse_name', `The PTR record of ${address} is ${records[0]}, not ${helo}; make them match.`)
  const isNone = outcome === 'no_name' || outcome === 'no_data'
  const what = isNone ? 'has no PTR record; request one from the provider of the IP address' : 'could not be resolved'
  return bad('reverse_name', `${address} ${what}.`)
}

async function auditSender(dns: AuditDeps['dns'], mailFrom: string): Promise<AuditFinding> {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const mx = await dns.query(domain, 'MX')
  const takesNone = mx.outcome === 'found' && mx.records.every(({ exchange }) => exchange === '' || exchange === '.')
  if (takesNone) return bad('sender', `${domain}, the sender domain, accepts no mail (null MX): servers reject it.`)
  const last = mx.outcome === 'found' ? mx : await dns.query(domain, 'A')
  if (last.outcome === 'found') return good('sender', `${domain}, the sender domain, accepts mail.`)
  if (!isAnswer(mx.outcome) || !isAnswer(last.outcome))
    return bad('sender', `DNS lookup of ${domain}, the sender domain, failed; run svc doctor.`)
  return bad(
    'sender',
    `${domain}, the sender domain, has neither MX nor address records: servers reject it. Set SVC_VERIFY_MAIL_FROM.`,
  )
}

async function auditListings({ listings, ownAddresses }: AuditDeps, named: readonly string[]): Promise<AuditFinding[]> {
  if (listings === undefined) return []
  const addresses = [...new Set([...ownAddresses, ...named])]
  const found = await Promise.all(addresses.map(async (address) => ({ address, lists: await listings(address) })))
  return found.flatMap(({ address, lists }) => {
    if (lists === undefined) return []
    if (lists.length === 0) return [good('listing', `${address} is not on a block list.`)]
    const shown = lists.slice(0, 5).join(', ')
    return [bad('listing', `${address} is on ${shown}: servers that use these lists reject connections from it.`)]
  })
}

function good(subject: AuditFinding['subject'], message: string): AuditFinding {
  return { subject, isGood: true, message }
}

function bad(subject: AuditFinding['subject'], message: string): AuditFinding {
  return { subject, isGood: false, message }
}
