import { registrableDomain } from '../address/index.ts'
import { type Evidence, evidence, weigh } from './evidence.ts'
import { evidenceOfFailing } from './gather-failing.ts'
import { evidenceOfAligned, evidenceOfHost } from './gather.ts'
import type { Sender } from './senders.ts'
import { type ClassContext, type MailStream, type SourceClass, streamKey } from './streams.ts'
import { senderOf, tally } from './tallies.ts'

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
  return streams.map((stream) => {
    const isAligned = stream.dkimAligned || stream.spfAligned
    const key = streamKey(stream)
    const known = decided.get(key)
    if (known !== undefined) return { stream, ...known }
    const sender = senderOf(stream, context, tallies.organization)
    const hand = context.byHand.get(stream.ip) ?? context.byHand.get(groupOf(stream, context))
    const all =
      hand === undefined
        ? [
            ...evidenceOfHost(stream, context, tallies),
            ...(isAligned ? evidenceOfAligned : evidenceOfFailing)(stream, { context, sender, tallies }),
          ]
        : [{ ...evidence('classified_by_hand', `It was classified as ${hand} by hand.`), supports: hand }]
    const result = {
      class: hand ?? weigh(all),
      sender,
      evidence: all.toSorted((one, other) => other.weight - one.weight),
    }
    decided.set(key, result)
    return { stream, ...result }
  })
}

/** The group that a stream is listed in: by its signature, else the confirmed host name, else the envelope sender. */
function groupOf({ ip, mailer, signer }: MailStream, { hosts }: ClassContext): string {
  if (signer !== '') return registrableDomain(signer)
  const host = hosts.get(ip)
  if (host?.state === 'confirmed' && host.name !== undefined) return registrableDomain(host.name)
  return mailer === '' ? ip : mailer
}
