import { registrableDomain } from '../address/index.ts'
import { isInNetwork, readIp } from '../ip/index.ts'
import { type Evidence, evidence } from './evidence.ts'
import {
  daysText,
  hasVolume,
  isMain,
  isBreaking,
  isProvider,
  isRecurring,
  isShortLived,
  isSteady,
  spanOf,
  volumeText,
} from './patterns.ts'
import { isGenericName, isListName } from './host-names.ts'
import { type Sender, senderOfDomain } from './senders.ts'
import type { ClassContext, MailStream } from './streams.ts'
import { isRelay } from './tallies.ts'
import type { Tallies, Tally } from './tally.ts'

export interface Surroundings {
  readonly context: ClassContext
  readonly sender: Sender | undefined
  readonly tallies: Tallies
}

/** Evidence of the IP address alone. */
export function evidenceOfHost({ ip }: MailStream, context: ClassContext, { organization }: Tallies): Evidence[] {
  const octets = context.networks.length === 0 ? undefined : readIp(ip)
  const isDeclared =
    octets !== undefined && context.networks.some((each) => isInNetwork(octets, each.octets, each.prefixBits))
  const { name, state } = context.hosts.get(ip) ?? { state: 'unknown' as const }
  const domains = context.domainsOf?.get(ip) ?? 1
  return [
    ...(isDeclared ? [evidence('declared_network', `The SPF record of the domain lists the network of ${ip}.`)] : []),
    ...(state === 'confirmed' && name !== undefined && registrableDomain(name) === organization
      ? [evidence('own_host_name', `The host name ${name} belongs to the domain and resolves back to ${ip}.`)]
      : []),
    ...(domains > 2 ? [evidence('several_domains', `It sends for ${domains} domains of the project.`)] : []),
  ]
}

/** What a receiver says about the mail. */
export function evidenceOfOverride({ override }: MailStream): Evidence[] {
  if (override === 'forwarded') return [evidence('receiver_says_forwarded', 'A receiver reports it as forwarded.')]
  if (override === 'mailing_list') return [evidence('receiver_says_list', 'A receiver reports it as mail of a list.')]
  if (override !== 'local_policy') return []
  return [evidence('receiver_overrides', 'A receiver accepts it by its local policy, such as an ARC chain it trusts.')]
}

/** Mail that passes DMARC: its own sender, or a forwarder that kept the signature. */
export function evidenceOfAligned(stream: MailStream, { context, sender, tallies }: Surroundings): Evidence[] {
  const ip = tallies.byIp.get(stream.ip)
  if (stream.spfAligned) return evidenceOfAuthorized(stream, { context, sender, tallies })
  const found: Evidence[] = evidenceOfOverride(stream)
  if ((ip?.spfAligned ?? 0) > 0.05 * (ip?.messages ?? 0))
    found.push(evidence('same_host_authorized', 'Other messages of the same host pass SPF for the domain.'))
  const bySender = sender === undefined ? undefined : tallies.bySender.get(sender)
  if (isBreaking(ip)) found.push(evidence('signatures_break', breakingText(ip)))
  const isList = isListOf(stream, context)
  const isOthers = isOfOtherCustomer(stream, sender) || isList
  if (isList)
    found.push(evidence('list_name', `${context.hosts.get(stream.ip)?.name ?? ''} is named after a mailing list.`))
  const isOut = isExcluded(stream, { context, sender, tallies })
  if (isOut) found.push(evidence('spf_excludes_host', excludedText(sender)))
  else if (sender !== undefined && tallies.declared.has(sender) && !isOthers)
    found.push(evidence('declared_sender', declaredText(sender)))
  if (found.every(({ code }) => code !== 'declared_sender') && isRelay(stream, context))
    found.push(evidence('known_relay', `${context.hosts.get(stream.ip)?.name ?? stream.ip} resends mail of others.`))
  const isUsed = isMain(bySender, tallies) || (stream.mailer === '' && isProvider(bySender, tallies))
  if (isUsed && isRecurring(bySender, context) && !isOthers && !isOut)
    found.push(
      evidence('own_signature_with_volume', `${sender?.name ?? ''}: ${volumeText(bySender, tallies)}`),
      evidence('recurring_sender', daysText(bySender, context)),
    )
  return [...found, ...(stream.mailer === '' ? withoutEnvelope : withEnvelope)(stream, { context, sender, tallies })]
}

// Forwarding keeps the envelope sender, for which the forwarder is not authorized.
function withoutEnvelope(stream: MailStream, { context, tallies }: Surroundings): Evidence[] {
  const ip = tallies.byIp.get(stream.ip)
  return [
    evidence('signature_survives', 'The signature of the domain passes and SPF does not, as after forwarding.'),
    ...(isSteady(ip, context)
      ? [evidence('signatures_hold', `Daily, and ${ip?.failing ?? 0} of its signatures broke.`)]
      : []),
    ...(hasVolume(ip, tallies) && isRecurring(ip, context) && !isBreaking(ip)
      ? [evidence('own_signature_with_volume', volumeText(ip, tallies))]
      : []),
  ]
}

function withEnvelope(stream: MailStream, { context, sender, tallies }: Surroundings): Evidence[] {
  const { mailer } = stream
  if (sender !== undefined && isService(sender))
    return [evidence('own_signature_by_sender', `${sender.name} signs with a key of the domain.`)]
  const organization = tallies.byOrganization.get(mailer)
  const isDistributor =
    sender?.kind === 'list' ||
    sender?.kind === 'forwarding' ||
    isListOf(stream, context) ||
    isOfOtherCustomer(stream, sender)
  const { name = '' } = context.hosts.get(stream.ip) ?? {}
  const isAccessLine = isGenericName(name, stream.ip) && registrableDomain(name) !== mailer
  if (hasVolume(organization, tallies) && !isDistributor && !isAccessLine && !isBreaking(tallies.byIp.get(stream.ip)))
    return [evidence('own_signature_with_volume', `${mailer}: ${volumeText(organization, tallies)}`)]
  return [evidence('rewritten_envelope', `The envelope sender is of ${mailer}, with little mail, as after forwarding.`)]
}

/** SPF passes: the owner authorized the host, or a service that any account of it sends through. */
function evidenceOfAuthorized(stream: MailStream, { context, sender, tallies }: Surroundings): Evidence[] {
  const authorized = evidence(
    'spf_authorized',
    `SPF of the domain passes for ${stream.ip}, so its owner authorized it.`,
  )
  const ip = tallies.byIp.get(stream.ip)
  if (sender === undefined || !isService(sender) || ip === undefined) return [authorized]
  if (ip.signed > 0 || !isShortLived(ip, context, tallies)) return [authorized]
  const lasting = tallies.lastingBySender.get(sender)
  if (lasting === undefined || lasting.messages < 0.5 * (tallies.bySender.get(sender)?.messages ?? 0))
    return [authorized]
  const brief = `and none of this host, which sent within ${spanOf(ip)} days.`
  if (lasting.signed > 0.5 * lasting.messages)
    return [
      { ...authorized, weight: 3 },
      evidence('other_account', `${sender.name} signs other mail with a key of the domain, ${brief}`),
    ]
  if (lasting.spfAligned < 0.05 * lasting.messages)
    return [
      { ...authorized, weight: 3 },
      evidence('other_account', `${sender.name} sends other mail with an envelope sender of its own, ${brief}`),
    ]
  return [
    { ...authorized, weight: 3 },
    evidence(
      'host_joins_briefly',
      `Other hosts of ${sender.name} send throughout, and this one within ${spanOf(ip)} days. Every account of the service passes SPF.`,
    ),
  ]
}

/** True if the host or the signature is named after a mailing list. */
export function isListOf({ ip, signer }: MailStream, { hosts }: ClassContext): boolean {
  return isListName(hosts.get(ip)?.name ?? '') || isListName(signer)
}

/** True for mail through a mailbox provider or hoster in the name of another customer, whose envelope sender it has. */
export function isOfOtherCustomer({ mailer }: MailStream, sender: Sender | undefined): boolean {
  return sender !== undefined && !isService(sender) && mailer !== '' && senderOfDomain(mailer) !== sender
}

/**
 * True if SPF passes for other hosts of the same mailbox provider, which the domain uses, and for none of this host: it resends mail
 * of the provider's users.
 */
export function isExcluded({ ip, mailer }: MailStream, { sender, tallies }: Surroundings): boolean {
  if (sender === undefined || isService(sender) || !tallies.declared.has(sender) || mailer !== '') return false
  const [all, own] = [tallies.bySender.get(sender), tallies.byIp.get(ip)]
  return (own?.spfAligned ?? 0) === 0 && (all?.spfAligned ?? 0) > 0.2 * (all?.messages ?? 0)
}

export function excludedText(sender: Sender | undefined): string {
  return `SPF passes for other hosts of ${sender?.name ?? ''}, and never for this one.`
}

export function breakingText(ip: Tally | undefined): string {
  return `${ip?.dkimOnly ?? 0} messages of the host keep the signature, and ${ip?.unsigned ?? 0} do not.`
}

export function declaredText({ name }: Sender): string {
  return `The SPF record of the domain includes ${name}.`
}

/** Services sign in the name of their customers; the other kinds relay mail of anybody. */
export function isService({ kind }: Sender): boolean {
  return kind !== 'forwarding' && kind !== 'list' && kind !== 'mailbox' && kind !== 'gateway' && kind !== 'hosting'
}
