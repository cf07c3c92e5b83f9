import type { ProbeOutcome } from '../probe.ts'
import { type Reply, maskAddresses } from '../reply/reply.ts'
import { foreignAboutUs } from './languages.ts'
import { aboutRecipient, refusesMailbox } from './recipient.ts'
import { type Rule, type ReplyFacts, isMet, ourSender } from './rule.ts'
import { aboutUs } from './us.ts'

/** The command of the reply; `banner` is the greeting. */
export type Phase = 'banner' | 'ehlo' | 'starttls' | 'mail' | 'rcpt'

export interface ReplyContext {
  readonly phase: Phase
  /** The probed address. Its words are masked in the reply. */
  readonly recipient?: string
  /** The MAIL FROM address: a refusal that contains it concerns the client. */
  readonly sender?: string
}

/** Outcome of a reply with a code only. */
const byPhase: Record<Phase, ProbeOutcome> = {
  banner: 'policy',
  ehlo: 'bad_helo',
  starttls: 'tls_failed',
  mail: 'sender_rejected',
  rcpt: 'policy',
}

/** Maximum number of characters of a reply that are classified: a server may send 64 KB, and the reason is at the start. */
const maxText = 4096

/**
 * Classifies a reply by its enhanced code and its text. Reasons about the client, its name, the sender or relaying precede
 * those about the recipient. `not_found` requires a permanent reply to RCPT with an explicit reason; a refusal without one
 * is `policy`, which proves nothing about the mailbox.
 */
export function classifyReply(reply: Reply, { phase, recipient, sender }: ReplyContext): ProbeOutcome {
  const { code, enhancedCode = '' } = reply
  if (code < 400) {
    if (code === 252 && phase === 'rcpt') return 'accepted_unverified'
    // RFC 5321 4.3.2: 220 is no valid reply to RCPT.
    return code === 250 || code === 251 || (code === 220 && phase !== 'rcpt') ? 'accepted' : 'policy'
  }
  const text = reply.lines.join(' ').slice(0, maxText)
  const isOther = sender !== undefined && sender !== '' && sender.toLowerCase() !== recipient?.toLowerCase()
  const marked = isOther ? withSenderMarked(text, sender) : text
  const whole = withoutRecipient(marked, recipient).toLowerCase()
  const said: ReplyFacts = {
    code,
    enhancedCode,
    isLasting: code >= 500,
    whole,
    text: whole.replace(/https?:\S+/g, ' '),
  }
  if (phase === 'rcpt' && refusesMailbox(said)) return 'not_found'
  const rules: readonly Rule[] =
    phase === 'rcpt' ? [...aboutUs, ...foreignAboutUs, ...aboutRecipient] : [...aboutUs, ...foreignAboutUs]
  const met = rules.find((rule) => isMet(rule, said))
  if (met !== undefined) return met.outcome
  if (!said.isLasting) return 'deferred'
  // RFC 5321 3.1: a server that greets with 554 accepts no mail, or none from this client.
  return phase === 'banner' && code === 554 ? 'blocked' : byPhase[phase]
}

/** Replaces the MAIL FROM address by a marker, so that it is not masked like the other addresses. */
function withSenderMarked(text: string, sender: string): string {
  if (!text.toLowerCase().includes(sender.toLowerCase())) return text
  return text.replaceAll(new RegExp(`<?${wordOf(sender)}>?`, 'gi'), ` ${ourSender} `).replaceAll(/ {2,}/g, ' ')
}

function withoutRecipient(text: string, recipient: string | undefined): string {
  if (recipient === undefined) return maskAddresses(text)
  const at = recipient.lastIndexOf('@')
  // Most replies contain no address, and a substring search is cheaper than building a pattern.
  const said = text.toLowerCase()
  const own = [recipient, recipient.slice(at + 1), recipient.slice(0, at)].filter(
    (part) => part.length > 3 && said.includes(part.toLowerCase()),
  )
  return maskAddresses(own.reduce((rest, part) => rest.replaceAll(new RegExp(wordOf(part), 'gi'), '<…>'), text))
}

function wordOf(part: string): string {
  return `(?<![\\w.-])${part.replace(/[^\w\s]/g, '\\$&')}(?![\\w-])`
}
