import { type Phase, classifyReply } from '../classify/classify.ts'
import type { ProbeEvidence, ProbeOutcome } from '../probe.ts'
import { type Reply, messageOf } from '../reply/reply.ts'
import type { TlsUpgrade, Wire, WireEnd } from '../wire.ts'
import { type Capabilities, capabilitiesOfHelo, readCapabilities } from './capabilities.ts'
import { Channel } from './channel.ts'
import type { SessionPlan } from './plan.ts'

/** A failed step and its outcome. */
export interface Failure {
  readonly phase: Phase
  readonly outcome: ProbeOutcome
  readonly reply?: Reply
  /** The connection can no longer be used. */
  readonly isOver: boolean
  readonly detail: string
}

/** Capabilities and TLS state after the greeting. */
export interface Greeted {
  readonly channel: Channel
  readonly capabilities: Capabilities
  readonly tls?: TlsUpgrade
}

/**
 * Reads the greeting, sends EHLO (HELO if it is unknown), and upgrades to TLS if the plan requires it. On failure the
 * channel is closed. Adds the steps to `evidence`.
 */
export async function greet(wire: Wire, plan: SessionPlan, evidence: ProbeEvidence[]): Promise<Greeted | Failure> {
  const { timeouts, now } = plan
  const channel = new Channel(wire, { now, sessionMs: timeouts.sessionMs })
  const startedAt = now()
  const greeting = await channel.reply(timeouts.bannerMs)
  const banner = consentOf(greeting)
  if (banner === undefined) return end(channel, failureOf('banner', greeting), evidence)
  evidence.push({ check: 'banner', status: 'pass', detail: String(banner.code), ms: Math.round(now() - startedAt) })

  const capabilities = await introduce(channel, plan)
  if ('outcome' in capabilities) return end(channel, capabilities, evidence)
  evidence.push({ check: 'ehlo', status: 'pass', detail: describe(capabilities) })
  const isWanted = plan.tls === 'required' || (plan.tls === 'offered' && capabilities.hasStartTls)
  return isWanted ? encrypt({ channel, capabilities }, plan, evidence) : { channel, capabilities }
}

/**
 * STARTTLS, the handshake, and EHLO again (RFC 3207 4.2). Any certificate is accepted, because the alternative is cleartext.
 */
export async function encrypt(
  { channel, capabilities }: Greeted,
  plan: SessionPlan,
  evidence: ProbeEvidence[],
): Promise<Greeted | Failure> {
  const { commandMs } = plan.timeouts
  const lost = (detail: string): Failure =>
    end(channel, { phase: 'starttls', outcome: 'tls_failed', isOver: true, detail }, evidence)
  if (!capabilities.hasStartTls) return lost('STARTTLS is not offered')
  const reply = await channel.exchange('STARTTLS', commandMs)
  if (consentOf(reply) === undefined) return lost(typeof reply === 'string' ? reply : messageOf(reply))
  const tls = await channel.startTls(plan.host, commandMs)
  if (!tls.isEncrypted) return lost(tls.problem ?? 'the handshake failed')
  evidence.push({
    check: 'starttls',
    status: tls.isTrusted ? 'pass' : 'warn',
    detail: [tls.protocol, tls.problem].filter((part) => part !== undefined).join(', '),
  })
  const again = await introduce(channel, plan)
  if ('outcome' in again) return end(channel, again, evidence)
  return { channel, capabilities: again, tls }
}

async function introduce(channel: Channel, { helo, timeouts }: SessionPlan): Promise<Capabilities | Failure> {
  const reply = await channel.exchange(`EHLO ${helo}`, timeouts.commandMs)
  const greeting = consentOf(reply)
  if (greeting !== undefined) return readCapabilities(greeting)
  // RFC 5321 3.2: HELO is sent only if the server does not know EHLO; other codes refuse the name.
  const isOld = typeof reply !== 'string' && [500, 501, 502, 504, 550].includes(reply.code)
  if (!isOld) return failureOf('ehlo', reply)
  const older = await channel.exchange(`HELO ${helo}`, timeouts.commandMs)
  if (consentOf(older) === undefined) return failureOf('ehlo', older)
  return capabilitiesOfHelo(reply.code === 500 || reply.code === 502)
}

export function failureOf(phase: Phase, answer: Reply | WireEnd, recipient?: string): Failure {
  if (typeof answer === 'string') {
    const outcome: ProbeOutcome = answer === 'timeout' ? 'timeout' : 'dropped'
    return { phase, outcome, isOver: true, detail: describeEnd(answer) }
  }
  const outcome = classifyReply(answer, { phase, ...(recipient === undefined ? {} : { recipient }) })
  // RFC 5321 3.8: the server closes the connection after 421.
  return { phase, outcome, reply: answer, isOver: answer.code === 421, detail: messageOf(answer) }
}

/** The reply if it is positive, otherwise undefined. */
export function consentOf(answer: Reply | WireEnd): Reply | undefined {
  return typeof answer !== 'string' && answer.code < 300 ? answer : undefined
}

function end(channel: Channel, failure: Failure, evidence: ProbeEvidence[]): Failure {
  if (failure.reply !== undefined && failure.reply.code !== 421) channel.send('QUIT')
  channel.close()
  evidence.push({ check: failure.phase, status: 'fail', detail: failure.detail })
  return { ...failure, isOver: true }
}

function describe(capabilities: Capabilities): string {
  const names = { hasPipelining: 'PIPELINING', hasStartTls: 'STARTTLS', hasSmtpUtf8: 'SMTPUTF8' } as const
  const offered = Object.entries(names).filter(([key]) => capabilities[key as keyof Capabilities])
  return offered.map(([, name]) => name).join(' ') || 'no extensions'
}

function describeEnd(end: WireEnd): string {
  switch (end) {
    case 'timeout':
      return 'timed out'
    case 'closed':
      return 'closed the connection'
    case 'garbled':
      return 'sent a response that is not SMTP'
    case 'too_long':
      return 'sent a reply that exceeds the size limit'
    case 'aborted':
      return 'canceled'
  }
}
