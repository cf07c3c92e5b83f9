import { registrableDomain } from '../address/index.ts'
import { type Evidence, evidence, weigh } from './evidence.ts'
import { evidenceOfFailing } from './gather-failing.ts'
import { evidenceOfAligned, evidenceOfHost } from './gather.ts'
import { type NamedHosts, countNamed, isLikeOwn, isNamed, isSignedOnly, likeText } from './likeness.ts'
import type { Sender } from './senders.ts'
import { type ClassContext, type MailStream, type SourceClass, streamKey } from './streams.ts'
import { tally } from './tallies.ts'
import type { Tallies } from './tally.ts'

/** Part of the mail of a host that fails for reasons that tell nothing about its sender. */
const remainderShare = 0.03

export interface ClassifiedStream {
  readonly stream: MailStream
  readonly class: SourceClass
  readonly sender: Sender | undefined
  /** Strongest first. */
  readonly evidence: readonly Evidence[]
}

/**
 * Classes of all mail of a domain in a period. Streams of the same IP address may have different classes: a host of a service
 * sends for many customers. A class set by hand always applies.
 */
export function classifyStreams(streams: readonly MailStream[], context: ClassContext): ClassifiedStream[] {
  const tallies = tally(streams, context)
  const decided = new Map<string, Omit<ClassifiedStream, 'stream'>>()
  const decide = (stream: MailStream): Omit<ClassifiedStream, 'stream'> => {
    const key = streamKey(stream)
    const known = decided.get(key)
    if (known !== undefined) return known
    const sender = tallies.senders.get(stream)
    const hand =
      context.byHand.size === 0
        ? undefined
        : (context.byHand.get(stream.ip) ?? context.byHand.get(groupOf(stream, context)))
    const all =
      hand === undefined
        ? weighable(stream, sender)
        : [{ ...evidence('classified_by_hand', `It was classified as ${hand} by hand.`), supports: hand }]
    const result = {
      class: hand ?? weigh(all),
      sender,
      evidence: all.length < 2 ? all : all.toSorted((one, other) => other.weight - one.weight),
    }
    decided.set(key, result)
    return result
  }
  const weighable = (stream: MailStream, sender: Sender | undefined): Evidence[] => {
    const main = mainOf(stream, tallies)
    const { class: ofHost = 'unknown' } = main === undefined ? {} : decide(main)
    const isAligned = stream.dkimAligned || stream.spfAligned
    const around = { context, sender, tallies }
    return [
      ...evidenceOfHost(stream, context, tallies),
      ...(ofHost === 'unknown'
        ? [...(isAligned ? evidenceOfAligned : evidenceOfFailing)(stream, around), ...evidenceOfLikeness(stream)]
        : [{ ...evidence('same_host', sameHostText(stream, tallies, ofHost)), supports: ofHost }]),
    ]
  }
  let named: NamedHosts | undefined
  const evidenceOfLikeness = (stream: MailStream): Evidence[] => {
    if (isNamed(stream, context) || !isSignedOnly(stream)) return []
    named ??= countNamed(streams, context, (each) => decide(each).class)
    return isLikeOwn(stream, named) ? [evidence('like_own_hosts', likeText)] : []
  }
  return streams.map((stream) => {
    const { class: name, evidence: all, sender } = decide(stream)
    return { stream, class: name, sender, evidence: all }
  })
}

/**
 * The largest stream of a host of which this one is a remainder: DNS fails and signatures break now and then, for every sender.
 * Mail that another domain authenticates is no remainder, nor is what a receiver explains.
 */
function mainOf(stream: MailStream, { byIp, mainByIp, organization }: Tallies): MailStream | undefined {
  const main = mainByIp.get(stream.ip)
  const isRemainder = stream.messages <= remainderShare * (byIp.get(stream.ip)?.messages ?? 0)
  if (main === undefined || !isRemainder || stream.override !== 'none') return undefined
  const isOther = stream.signer !== '' && registrableDomain(stream.signer) !== organization
  return isOther && stream.signer !== main.signer ? undefined : main
}

function sameHostText({ ip, messages }: MailStream, { byIp }: Tallies, ofHost: SourceClass): string {
  return `Nearly all of the ${byIp.get(ip)?.messages ?? 0} messages of ${ip} are classified as ${ofHost}, and ${messages} have lost a signature or SPF.`
}

/** The group that a stream is listed in: by its signature, else the confirmed host name, else the envelope sender. */
function groupOf({ ip, mailer, signer }: MailStream, { hosts }: ClassContext): string {
  if (signer !== '') return registrableDomain(signer)
  const host = hosts.get(ip)
  if (host?.state === 'confirmed' && host.name !== undefined) return registrableDomain(host.name)
  return mailer === '' ? ip : mailer
}
