import { registrableDomain } from '../address/index.ts'
import { providerOf } from '../providers/index.ts'
import table from './senders.json' with { type: 'json' }

export type SenderKind = keyof typeof table

/** A service that sends, relays or forwards mail. */
export interface Sender {
  readonly name: string
  readonly kind: SenderKind
  /** Identifiers that can be aligned with the From domain of its customers. */
  readonly aligns: 'both' | 'dkim' | 'spf' | 'none'
  /** The setting, and the records that it asks for, which align its mail. */
  readonly remedy: string
  /** SPF includes of its customers, the current one first. */
  readonly includes: readonly string[]
}

interface SenderRow {
  readonly name: string
  readonly signers?: readonly string[]
  readonly includes?: readonly string[]
  readonly hosts?: readonly string[]
  readonly aligns: string
  readonly remedy: string
}

interface SenderIndex {
  readonly byName: Map<string, Sender>
  /** Names repeat in the mail of a domain; null where no row matches. */
  readonly found: Map<string, Sender | null>
}

const maxFound = 5000
const [bySigner, byInclude, byHost]: [SenderIndex, SenderIndex, SenderIndex] = [
  emptyIndex(),
  emptyIndex(),
  emptyIndex(),
]

function emptyIndex(): SenderIndex {
  return { byName: new Map(), found: new Map() }
}

for (const [kind, rows] of Object.entries(table) as [SenderKind, readonly SenderRow[]][])
  for (const { aligns, hosts = [], includes = [], name, remedy, signers = [] } of rows) {
    const sender = { name, kind, aligns: aligns as Sender['aligns'], remedy, includes }
    for (const each of signers) bySigner.byName.set(each, sender)
    for (const each of includes) byInclude.byName.set(each, sender)
    for (const each of hosts) byHost.byName.set(each, sender)
  }

/** The service whose own domain signed (DKIM d=) or was the envelope sender. */
export function senderOfDomain(domain: string): Sender | undefined {
  return below(domain, bySigner) ?? below(domain, byHost)
}

/** The service that a domain authorizes by an `include` or `redirect` of its SPF record. */
export function senderOfInclude(target: string): Sender | undefined {
  return below(target, byInclude)
}

/** The service that a forward-confirmed name of an IP address belongs to. */
export function senderOfHost(host: string): Sender | undefined {
  return below(host, byHost)
}

const relayKinds: ReadonlySet<string> = new Set(['forwarding', 'list', 'gateway', 'mailbox'])

/** True for hosts that resend mail of others: forwarding services, lists, gateways and mailbox providers. */
export function mayForward(host: string): boolean {
  const sender = senderOfHost(host)
  if (sender !== undefined) return relayKinds.has(sender.kind)
  const provider = providerOf(host) ?? providerOf(registrableDomain(host))
  return provider !== undefined && provider.category !== 'parked' && provider.category !== 'disposable'
}

/** Longest matching suffix. */
function below(domain: string, rows: SenderIndex): Sender | undefined {
  const known = rows.found.get(domain)
  if (known !== undefined) return known === null ? undefined : known
  const sender = findBelow(domain, rows.byName)
  if (rows.found.size >= maxFound) rows.found.clear()
  rows.found.set(domain, sender ?? null)
  return sender
}

function findBelow(domain: string, rows: ReadonlyMap<string, Sender>): Sender | undefined {
  const labels = domain.replace(/\.$/, '').toLowerCase().split('.')
  for (let from = 0; from < labels.length - 1; from++) {
    const sender = rows.get(labels.slice(from).join('.'))
    if (sender !== undefined) return sender
  }
  return undefined
}
