import type { ClassContext, MailStream, SourceClass } from './streams.ts'

/** A provider spreads mail evenly over its hosts: within this factor, so many of them, and so many times those of forwarders. */
const factor = 1.5
const minHosts = 4
const minRatio = 3
/** Fewer messages than this are too few to compare. */
const minMessages = 10

/** Messages of each host whose name is confirmed and whose mail has the signature of the domain alone. */
export interface NamedHosts {
  readonly own: readonly number[]
  readonly forwarding: readonly number[]
}

export const likeText =
  'The name of the host is not known. It sends as much as each of the hosts of own mail, and not as those that forward.'

export function isNamed({ ip }: MailStream, { hosts }: ClassContext): boolean {
  const state = hosts.get(ip)?.state
  return state === 'confirmed' || state === 'none'
}

/** True for mail that the signature of the domain authenticates and nothing else, as that of forwarders. */
export function isSignedOnly({ dkimAligned, mailer, spfAligned }: MailStream): boolean {
  return dkimAligned && !spfAligned && mailer === ''
}

export function countNamed(
  streams: readonly MailStream[],
  context: ClassContext,
  classOf: (stream: MailStream) => SourceClass,
): NamedHosts {
  const hosts = { own: [] as number[], forwarding: [] as number[] }
  for (const stream of streams) {
    if (!isSignedOnly(stream) || stream.messages < minMessages || !isNamed(stream, context)) continue
    const found = classOf(stream)
    if (found === 'own') hosts.own.push(stream.messages)
    else if (found === 'forwarder') hosts.forwarding.push(stream.messages)
  }
  return hosts
}

export function isLikeOwn({ messages }: MailStream, { forwarding, own }: NamedHosts): boolean {
  if (messages < minMessages) return false
  const isLike = (other: number) => other <= factor * messages && messages <= factor * other
  const [like, unlike] = [own.filter(isLike).length, forwarding.filter(isLike).length]
  return like >= minHosts && like >= minRatio * unlike
}
