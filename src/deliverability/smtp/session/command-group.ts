/**
 * A pipelined command group: recipients in one write. Replies do not identify their command, only their position does
 * (RFC 2920 3.1): if a server omits, repeats or reorders one, verdicts would be assigned to other recipients. So a group is
 * accepted as a whole or not at all: it ends with RSET, and nothing may follow the reply to it. A refusal is accepted if it
 * contains its recipient, if all outcomes are equal, or if it was repeated among refused recipients only.
 */
import { classifyReply } from '../classify/classify.ts'
import { type Reply, messageOf } from '../reply/reply.ts'
import type { WireEnd } from '../wire.ts'
import type { Channel } from './channel.ts'
import { consentOf } from './open.ts'
import { type SessionPlan, quietMs } from './plan.ts'
import type { Recipient, RecipientResult } from './recipient.ts'

/** The commands: openings, one RCPT per recipient, RSET. */
export interface CommandGroup {
  readonly openings: number
  readonly recipients: readonly Recipient[]
}

export interface PipelinedReply extends RecipientResult {
  readonly recipient: Recipient
  readonly reply: Reply
}

/** Replies in order; `refused` if the sender was refused, `out of step` if the sequence is implausible. */
export async function readCommandGroup(
  channel: Channel,
  { openings, recipients }: CommandGroup,
  plan: Pick<SessionPlan, 'timeouts' | 'isInStep' | 'mailFrom'>,
): Promise<readonly PipelinedReply[] | 'refused' | 'out of step'> {
  const { commandMs, recipientMs } = plan.timeouts
  let isRefused = false
  for (let left = openings; left > 0; left--) {
    const reply = replyIn(await channel.reply(commandMs))
    if (reply === undefined) return 'out of step'
    isRefused ||= consentOf(reply) === undefined
  }
  const answers: PipelinedReply[] = []
  for (const recipient of recipients) {
    const reply = replyIn(await channel.reply(recipientMs))
    if (reply === undefined) return 'out of step'
    const outcome = classifyReply(reply, { phase: 'rcpt', recipient: recipient.address, sender: plan.mailFrom })
    answers.push({ recipient, outcome, phase: 'rcpt', reply, detail: messageOf(reply) })
  }
  const last = replyIn(await channel.reply(commandMs))
  if (last?.code !== 250 || (await channel.isOutOfStep(quietMs(plan)))) return 'out of step'
  if (isRefused) return 'refused'
  return answers.some((answer) => mentionsAnother(answer, recipients)) ? 'out of step' : answers
}

/**
 * Replies that must be repeated before the command group is accepted, grouped by outcome: if each group is refused again on
 * its own, the accepted recipients are the others.
 */
export function ambiguousReplies(answers: readonly PipelinedReply[]): readonly (readonly PipelinedReply[])[] {
  if (answers.every(({ outcome }) => outcome === answers[0]?.outcome)) return []
  const ambiguous = answers.filter(
    ({ recipient, reply }) => consentOf(reply) === undefined && !mentions(reply, recipient),
  )
  return [...Map.groupBy(ambiguous, ({ outcome }) => outcome).values()]
}

// 421 replies to no particular command (RFC 5321 3.8), and ends all of them.
function replyIn(answer: Reply | WireEnd): Reply | undefined {
  return typeof answer === 'string' || answer.code === 421 ? undefined : answer
}

function mentionsAnother({ recipient, reply }: PipelinedReply, recipients: readonly Recipient[]): boolean {
  return !mentions(reply, recipient) && recipients.some((each) => each !== recipient && mentions(reply, each))
}

function mentions({ lines }: Reply, { address }: Recipient): boolean {
  const text = lines.join(' ').toLowerCase()
  const wanted = address.toLowerCase()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, behind] = [text.charAt(at - 1), text.slice(at + wanted.length)]
    if (!/[\w.!#$%&'*+/=?^`{|}~-]/.test(before) && !/^\.?[\w-]/.test(behind)) return true
  }
  return false
}
