import type { ProbeOutcome } from '../probe.ts'
import { type Reply, maskAddresses } from '../reply/reply.ts'
import { aboutRecipient } from './recipient.ts'
import { type Rule, type ReplyFacts, isMet, ourSender } from './rule.ts'
import { aboutUs } from './us.ts'

/** Which command was answered; `banner` is the greeting. */
export type Phase = 'banner' | 'ehlo' | 'starttls' | 'mail' | 'rcpt'

/** What a reply answered. */
export interface ReplyContext {
  readonly phase: Phase
  /** The address asked about: its words in the reply are the person’s, and not the server’s. */
  readonly recipient?: string
  /** The address given in MAIL: a refusal that names it is about us. */
  readonly sender?: string
}

/** What a reply that carries no more than its code comes to. */
const byPhase: Record<Phase, ProbeOutcome> = {
  banner: 'policy',
  ehlo: 'bad_helo',
  starttls: 'tls_failed',
  mail: 'sender_rejected',
  rcpt: 'policy',
}

/** Characters of a reply that are classified: a server may send 64 KB, and what it means is at the beginning. */
const maxText = 4096

/**
 * What a reply says, and about whom. The enhanced code and the words are read together; whatever concerns the client, its
 * name, the sender or relaying goes before the recipient, and a recipient is called absent only by a permanent reply to
 * RCPT that says so. A refusal that gives no such reason is `policy`: it says nothing about the mailbox.
 */
export function classifyReply(reply: Reply, { phase, recipient, sender }: ReplyContext): ProbeOutcome {
  const { code, enhancedCode = '' } = reply
  if (code < 400) {
    if (code === 252 && phase === 'rcpt') return 'accepted_unverified'
    // RFC 5321 4.3.2: a greeting is no answer to RCPT.
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
  const rules: readonly Rule[] = phase === 'rcpt' ? [...aboutUs, ...aboutRecipient] : aboutUs
  const met = rules.find((rule) => isMet(rule, said))
  if (met !== undefined) return met.outcome
  if (!said.isLasting) return 'deferred'
  // RFC 5321 3.1: a server that greets with 554 serves nobody, or nobody like us.
  return phase === 'banner' && code === 554 ? 'blocked' : byPhase[phase]
}

/** The text with a mark in place of the address given in MAIL, so that it is not masked with all others. */
function withSenderMarked(text: string, sender: string): string {
  if (!text.toLowerCase().includes(sender.toLowerCase())) return text
  return text.replaceAll(new RegExp(`<?${wordOf(sender)}>?`, 'gi'), ` ${ourSender} `).replaceAll(/ {2,}/g, ' ')
}

function withoutRecipient(text: string, recipient: string | undefined): string {
  if (recipient === undefined) return maskAddresses(text)
  const at = recipient.lastIndexOf('@')
  // Most replies name nobody, and to look for a word takes less than to make a pattern of it.
  const said = text.toLowerCase()
  const own = [recipient, recipient.slice(at + 1), recipient.slice(0, at)].filter(
    (part) => part.length > 3 && said.includes(part.toLowerCase()),
  )
  return maskAddresses(own.reduce((rest, part) => rest.replaceAll(new RegExp(wordOf(part), 'gi'), '<…>'), text))
}

function wordOf(part: string): string {
  return `(?<![\\w.-])${part.replace(/[^\w\s]/g, '\\$&')}(?![\\w-])`
}
