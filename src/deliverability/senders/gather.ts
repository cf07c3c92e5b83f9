import { registrableDomain } from '../address/index.ts'
import { isInNetwork, readIp } from '../ip/index.ts'
import { type Evidence, evidence } from './evidence.ts'
import { daysText, hasVolume, isMain, isRecurring, volumeText } from './patterns.ts'
import type { Sender } from './senders.ts'
import type { ClassContext, MailStream } from './streams.ts'
import { type Tallies, isRelay } from './tallies.ts'

export interface Surroundings {
  readonly context: ClassContext
  readonly sender: Sender | undefined
  readonly tallies: Tallies
}

/** Evidence of the IP address alone. */
export function evidenceOfHost({ ip }: MailStream, context: ClassContext, { organization }: Tallies): Evidence[] {
  const octets = readIp(ip)
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
  if (stream.spfAligned)
    return [evidence('spf_authorized', `SPF of the domain passes for ${stream.ip}, so its owner authorized it.`)]
  const ip = tallies.byIp.get(stream.ip)
  const found: Evidence[] = evidenceOfOverride(stream)
  if ((ip?.spfAligned ?? 0) > 0.05 * (ip?.messages ?? 0))
    found.push(evidence('same_host_authorized', 'Other messages of the same host pass SPF for the domain.'))
  const bySender = sender === undefined ? undefined : tallies.bySender.get(sender)
  if (sender !== undefined && tallies.declared.has(sender))
    found.push(evidence('declared_sender', declaredText(sender)))
  else if (isRelay(stream, context))
    found.push(evidence('known_relay', `${context.hosts.get(stream.ip)?.name ?? stream.ip} resends mail of others.`))
  if (isMain(bySender, tallies) && isRecurring(bySender, context))
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
    ...(hasVolume(ip, tallies) && isRecurring(ip, context)
      ? [evidence('own_signature_with_volume', volumeText(ip, tallies))]
      : []),
  ]
}

function withEnvelope({ mailer }: MailStream, { sender, tallies }: Surroundings): Evidence[] {
  if (sender !== undefined && isService(sender))
    return [evidence('own_signature_by_sender', `${sender.name} signs with a key of the domain.`)]
  const organization = tallies.byOrganization.get(mailer)
  if (hasVolume(organization, tallies))
    return [evidence('own_signature_with_volume', `${mailer}: ${volumeText(organization, tallies)}`)]
  return [evidence('rewritten_envelope', `The envelope sender is of ${mailer}, with little mail, as after forwarding.`)]
}

export function declaredText({ name }: Sender): string {
  return `The SPF record of the domain includes ${name}.`
}

/** Services sign in the name of their customers; the other kinds relay mail of anybody. */
export function isService({ kind }: Sender): boolean {
  return kind !== 'forwarding' && kind !== 'list' && kind !== 'mailbox' && kind !== 'gateway' && kind !== 'hosting'
}
