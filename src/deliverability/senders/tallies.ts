import { registrableDomain } from '../address/index.ts'
import { findCampaigns } from './campaigns.ts'
import { isShortLived } from './patterns.ts'
import { type Sender, mayForward, senderOfDomain, senderOfHost, senderOfInclude } from './senders.ts'
import type { ClassContext, MailStream } from './streams.ts'
import type { Tallies, Tally } from './tally.ts'

export function tally(streams: readonly MailStream[], context: ClassContext): Tallies {
  const organization = registrableDomain(context.domain)
  const total = emptyTally()
  const [byIp, byOrganization, byHeaderFrom] = [new Map(), new Map(), new Map()] as [
    Map<string, Tally>,
    Map<string, Tally>,
    Map<string, Tally>,
  ]
  const [bySender, failingBySender] = [new Map<Sender, Tally>(), new Map<Sender, Tally>()]
  const mainByIp = new Map<string, MailStream>()
  const byHostDomain = new Map<string, Tally>()
  const senders = new Map<MailStream, Sender>()
  for (const stream of streams) {
    if (stream.messages > (mainByIp.get(stream.ip)?.messages ?? 0)) mainByIp.set(stream.ip, stream)
    const sender = senderOf(stream, context, organization)
    add(total, stream)
    add(entry(byIp, stream.ip), stream)
    add(entry(byHeaderFrom, stream.headerFrom), stream)
    const other = otherOrganization(stream, organization)
    if (other !== '') add(entry(byOrganization, other), stream)
    const hostDomain = hostDomainOf(stream, context)
    if (hostDomain !== '') add(entry(byHostDomain, hostDomain), stream)
    if (sender === undefined) continue
    senders.set(stream, sender)
    add(entry(bySender, sender), stream)
    if (!stream.dkimAligned && !stream.spfAligned) add(entry(failingBySender, sender), stream)
  }
  const lastingBySender = new Map<Sender, Tally>()
  for (const [stream, sender] of senders)
    if (!isShortLived(byIp.get(stream.ip), context, { total })) add(entry(lastingBySender, sender), stream)
  const declared = new Set(context.includes.flatMap((target) => senderOfInclude(target) ?? []))
  return {
    total,
    byIp,
    mainByIp,
    byOrganization,
    byHostDomain,
    bySender,
    lastingBySender,
    failingBySender,
    byHeaderFrom,
    declared,
    senders,
    organization,
    campaigns: findCampaigns(streams, { firstDay: total.firstDay, lastDay: total.lastDay, hosts: context.hosts }),
  }
}

/** The organization, other than that of the domain, which the mail authenticates as; empty without. */
export function otherOrganization({ mailer, signer }: MailStream, organization: string): string {
  const signing = signer === '' ? '' : registrableDomain(signer)
  if (mailer !== '' && mailer !== organization) return mailer
  return signing === organization ? '' : signing
}

/** The registrable domain of the confirmed name of the host; empty without. */
export function hostDomainOf({ ip }: MailStream, { hosts }: ClassContext): string {
  const host = hosts.get(ip)
  return host?.state === 'confirmed' && host.name !== undefined ? registrableDomain(host.name) : ''
}

/** The service that sent a stream: by its own signature, else by the envelope sender, else by the confirmed name of the host. */
function senderOf(stream: MailStream, context: ClassContext, organization: string): Sender | undefined {
  const { mailer, signer } = stream
  const isForeign = signer !== '' && registrableDomain(signer) !== organization
  const named = (isForeign ? senderOfDomain(signer) : undefined) ?? (mailer === '' ? undefined : senderOfDomain(mailer))
  if (named !== undefined) return named
  const host = context.hosts.get(stream.ip)
  return host?.state === 'confirmed' && host.name !== undefined ? senderOfHost(host.name) : undefined
}

/** True if the host of a stream resends mail of others. */
export function isRelay(stream: MailStream, context: ClassContext): boolean {
  const host = context.hosts.get(stream.ip)
  return host?.state === 'confirmed' && host.name !== undefined && mayForward(host.name)
}

function entry<Key>(map: Map<Key, Tally>, key: Key): Tally {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = emptyTally()
  map.set(key, made)
  return made
}

function emptyTally(): Tally {
  return {
    messages: 0,
    spfAligned: 0,
    dkimOnly: 0,
    signed: 0,
    failing: 0,
    unsigned: 0,
    days: 0,
    streamDays: 0,
    firstDay: Infinity,
    lastDay: -Infinity,
  }
}

function add(into: Tally, { days, dkimAligned, firstDay, lastDay, messages, signer, spfAligned }: MailStream): void {
  into.messages += messages
  if (dkimAligned) into.signed += messages
  if (spfAligned) into.spfAligned += messages
  else if (dkimAligned) into.dkimOnly += messages
  else {
    into.failing += messages
    if (signer === '') into.unsigned += messages
  }
  into.days = Math.max(into.days, days)
  into.streamDays += days
  into.firstDay = Math.min(into.firstDay, firstDay)
  into.lastDay = Math.max(into.lastDay, lastDay)
}
