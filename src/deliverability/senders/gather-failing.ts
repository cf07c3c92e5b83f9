import { type Evidence, evidence } from './evidence.ts'
import {
  type Surroundings,
  breakingText,
  declaredText,
  evidenceOfOverride,
  excludedText,
  isExcluded,
  isListOf,
  isOfOtherCustomer,
  isService,
} from './gather.ts'
import { isGenericName, isListName, isMailName } from './host-names.ts'
import {
  daysText,
  hasVolume,
  isBreaking,
  isMain,
  isRecurring,
  isShortLived,
  isSmall,
  isSporadic,
  minTellingMessages,
  spanOf,
  volumeText,
} from './patterns.ts'
import type { Sender } from './senders.ts'
import type { MailStream } from './streams.ts'
import { hostDomainOf, isRelay, otherOrganization } from './tallies.ts'

/** From this many messages on, mail of one host within a short time is more than forwarding. */
const minBurst = 12

/** Mail that fails DMARC: a sender to repair, a forwarder that broke the signature, or a forgery. */
export function evidenceOfFailing(stream: MailStream, around: Surroundings): Evidence[] {
  const { sender, tallies } = around
  const other = otherOrganization(stream, tallies.organization)
  const all = [
    ...evidenceOfOverride(stream),
    ...hostEvidence(stream, around),
    ...alignedElsewhere(stream, around),
    ...(sender === undefined ? [] : senderEvidence(stream, sender, around)),
    ...(other === '' && stream.signer === ''
      ? [evidence('nothing_authenticates', 'Neither DKIM nor SPF passes for any domain.')]
      : []),
    ...(sender === undefined && other !== '' ? otherEvidence(stream, other, around) : []),
    ...patternEvidence(stream, around),
  ]
  const isPattern = ({ code, supports }: Evidence) =>
    supports !== 'threat' ||
    code === 'campaign' ||
    (code === 'short_lived' && (isBurst(stream, around) || !isOnlyHost(stream, around)))
  if (sender !== undefined || all.some(isPattern)) return all
  const organization = tallies.byOrganization.get(other)
  const { messages } = organization ?? tallies.byIp.get(stream.ip) ?? stream
  return [
    ...all,
    organization !== undefined && messages >= minTellingMessages
      ? evidence(
          'recent_sender',
          `${messages} messages that authenticate as ${other} may be of a new sender or forged.`,
        )
      : evidence('too_little_mail', `${messages} failing messages without any pattern may be forwarded or forged.`),
  ]
}

function hostEvidence(stream: MailStream, { context, sender, tallies }: Surroundings): Evidence[] {
  const { name = '', state } = context.hosts.get(stream.ip) ?? { state: 'unknown' as const }
  const named = [name, stream.signer].some(isListName)
    ? [evidence('list_name', `${isListName(name) ? name : stream.signer} is named after a mailing list.`)]
    : []
  if (state === 'unknown') return named
  if (state === 'none') return [...named, evidence('no_host_name', `${stream.ip} has no host name.`)]
  if (isGenericName(name, stream.ip))
    return [...named, evidence('generic_host_name', `The host name ${name} is a generic one.`)]
  if (state === 'mismatch')
    return [...named, evidence('unconfirmed_host_name', `${name} does not resolve back to ${stream.ip}.`)]
  if (isRelay(stream, context))
    return sender !== undefined &&
      tallies.declared.has(sender) &&
      !isOfOtherCustomer(stream, sender) &&
      !isExcluded(stream, { context, sender, tallies })
      ? named
      : [...named, evidence('known_relay', `${name} resends mail of others.`)]
  if (!isMailName(name) || sender !== undefined || named.length > 0) return named
  const around = { context, sender, tallies }
  const isPlain =
    isOnlyHost(stream, around) && !isBurst(stream, around) && isSmall(tallies.byIp.get(stream.ip), tallies)
  return [{ ...evidence('mail_host_name', `${name} is named after a mail server.`), weight: isPlain ? 4 : 2 }]
}

/** True if no other host authenticates or is named likewise: forwarders have one, and who rents servers rents several. */
function isOnlyHost(stream: MailStream, { context, tallies }: Surroundings): boolean {
  const own = tallies.byIp.get(stream.ip)?.messages ?? 0
  const organization = tallies.byOrganization.get(otherOrganization(stream, tallies.organization))
  const named = tallies.byHostDomain.get(hostDomainOf(stream, context))
  return [organization, named].every((each) => (each?.messages ?? 0) <= own)
}

/** True for much mail within a short time, which nobody forwards. */
function isBurst({ ip }: MailStream, { context, tallies }: Surroundings): boolean {
  const own = tallies.byIp.get(ip)
  return isShortLived(own, context, tallies) && (own?.messages ?? 0) >= minBurst
}

/** What the rest of the mail of the same host shows. Hosts of services have many customers. */
function alignedElsewhere(stream: MailStream, { context, sender, tallies }: Surroundings): Evidence[] {
  const ip = tallies.byIp.get(stream.ip)
  if (ip === undefined || (sender !== undefined && isService(sender))) return []
  if (ip.spfAligned > 0)
    return [evidence('same_host_authorized', 'Other messages of the same host pass SPF for the domain.')]
  if (ip.dkimOnly === 0) return []
  const breaks = isBreaking(ip) ? [evidence('signatures_break', breakingText(ip))] : []
  const organization = tallies.byOrganization.get(otherOrganization(stream, tallies.organization))
  // Lists distribute much mail, every day.
  const isSender =
    !isBreaking(ip) &&
    !isListOf(stream, context) &&
    sender?.kind !== 'list' &&
    [ip, organization].some((each) => hasVolume(each, tallies) && isRecurring(each, context))
  return [
    ...breaks,
    isSender
      ? evidence('sender_partly_aligned', 'Other messages of the same host are signed with a key of the domain.')
      : evidence('signature_survives_elsewhere', 'Other messages of the same host keep the signature.'),
  ]
}

function senderEvidence(stream: MailStream, sender: Sender, { context, tallies }: Surroundings): Evidence[] {
  const all = tallies.bySender.get(sender)
  const failing = tallies.failingBySender.get(sender)
  const own = isOwnDefault(stream.signer, tallies.organization)
    ? [evidence('own_default_signature', `${stream.signer} is the default signature of the account of the domain.`)]
    : []
  const isDeclared = tallies.declared.has(sender)
  const isAligned = all !== undefined && all.spfAligned + all.dkimOnly > 0.02 * all.messages
  if (!isService(sender)) {
    if (isExcluded(stream, { context, sender, tallies }))
      return [...own, evidence('spf_excludes_host', excludedText(sender))]
    return isDeclared && !isOfOtherCustomer(stream, sender)
      ? [...own, evidence('declared_sender', declaredText(sender))]
      : own
  }
  // Any account at the same service can forge, but not for months from the same hosts.
  const isBrief = isShortLived(tallies.byIp.get(stream.ip), context, tallies)
  if (isRecurring(failing, context) && !isBrief)
    return [
      ...own,
      evidence('recurring_sender', `${sender.name}: ${daysText(failing, context)}`),
      ...(isDeclared ? [evidence('declared_sender', declaredText(sender))] : []),
      ...(isAligned ? [evidence('sender_partly_aligned', `Other mail by ${sender.name} is aligned.`)] : []),
    ]
  // Own mail by the service is aligned, and other accounts of it send as they like.
  if (isAligned && isBrief)
    return [...own, evidence('other_account', `Other mail by ${sender.name} is aligned, and none of this host.`)]
  if (isDeclared) return [...own, { ...evidence('declared_sender', declaredText(sender)), weight: 3 }]
  return [...own, evidence('undeclared_sender', `No record of the domain authorizes ${sender.name}.`)]
}

function otherEvidence(stream: MailStream, other: string, { context, tallies }: Surroundings): Evidence[] {
  const all = tallies.byOrganization.get(other)
  if (isListOf(stream, context) || isBreaking(tallies.byIp.get(stream.ip))) return []
  if (isRecurring(all, context) && hasVolume(all, tallies))
    return [evidence('recurring_sender', `It authenticates as ${other}. ${daysText(all, context)}`)]
  const ip = tallies.byIp.get(stream.ip)
  if ((all?.dkimOnly ?? 0) > 0 && (ip?.dkimOnly ?? 0) === 0)
    return [evidence('signature_survives_elsewhere', `Other messages by ${other} keep the signature of the domain.`)]
  if (isRecurring(all, context)) return []
  return [evidence('other_domain_authenticates', `It authenticates as ${other}, not as the domain.`)]
}

function patternEvidence(stream: MailStream, { context, sender, tallies }: Surroundings): Evidence[] {
  const ip = tallies.byIp.get(stream.ip)
  const from = tallies.byHeaderFrom.get(stream.headerFrom)
  const isUnused = stream.headerFrom !== context.domain && from !== undefined && from.failing === from.messages
  const hosts = tallies.campaigns(stream)
  const found: Evidence[] = []
  const isOfService = sender !== undefined && isService(sender)
  const isDistributor =
    sender?.kind === 'list' ||
    sender?.kind === 'forwarding' ||
    isListOf(stream, context) ||
    isOfOtherCustomer(stream, sender)
  // Many hosts with little mail each are one sender, if they authenticate as one.
  const organization = tallies.byOrganization.get(otherOrganization(stream, tallies.organization))
  const named = tallies.byHostDomain.get(hostDomainOf(stream, context))
  if (isRecurring(ip, context) && isSmall(ip, tallies) && !isOfService && !hasVolume(organization, tallies))
    found.push(evidence('small_and_recurring', `Little mail, ${daysText(ip, context).replace('It sends', 'sent')}`))
  else if (isDistributor || isBreaking(ip)) return found
  else if (isRecurring(ip, context)) {
    found.push(evidence('recurring', daysText(ip, context)))
    if (hasVolume(ip, tallies)) found.push(evidence('large_share', volumeText(ip, tallies)))
    if (isMain(ip, tallies)) found.push(evidence('main_sender', 'It is one of the main senders of the domain.'))
  } else if (isShortLived(ip, context, tallies) && ip !== undefined)
    found.push(evidence('short_lived', `All of it within ${spanOf(ip)} of ${context.periodDays} days.`))
  else if (isShortLived(organization, context, tallies) && organization !== undefined && !isOfService)
    found.push(
      evidence('short_lived', `All of its organization within ${spanOf(organization)} of ${context.periodDays} days.`),
    )
  else if (isShortLived(named, context, tallies) && named !== undefined && sender === undefined)
    found.push(
      evidence('short_lived', `All of the hosts of its network within ${spanOf(named)} of ${context.periodDays} days.`),
    )
  else if (isSporadic(ip, context) && isSmall(ip, tallies) && !isOfService)
    found.push(
      evidence(
        'sporadic',
        `Little mail, on ${ip?.days ?? 0} days, over ${ip === undefined ? 0 : spanOf(ip)} of ${context.periodDays} days.`,
      ),
    )
  if (hosts !== undefined) found.push(evidence('campaign', `${hosts} hosts did the same within a week.`))
  if (isUnused && !isRecurring(from, context))
    found.push(evidence('unused_subdomain', `No mail from ${stream.headerFrom} is aligned.`))
  return found
}

/** Google Workspace and Microsoft 365 name the customer in their default signatures. */
function isOwnDefault(signer: string, organization: string): boolean {
  const first = signer.split('.')[0] ?? ''
  if (signer.endsWith('.gappssmtp.com')) return first === organization.replaceAll('.', '-')
  const label = (organization.split('.')[0] ?? '').replaceAll('-', '')
  return signer.endsWith('.onmicrosoft.com') && label.length > 3 && first.replaceAll(/[^a-z0-9]/g, '').startsWith(label)
}
