/**
 * Recipients named in one write. Replies carry no name of what they answer, only their place in the row (RFC 2920 3.1): of a
 * server that leaves one out, says one twice or changes their order every other verdict would be about somebody else. So a volley
 * is believed as a whole or not at all: RSET is at its end, and behind the answer to it nothing may come. And a refusal
 * is believed where it names its recipient, where all were answered alike, or where it was given once more among refused only.
 */
import { classifyReply } from '../classify/classify.ts'
import { type Reply, messageOf } from '../reply/reply.ts'
import type { WireEnd } from '../wire.ts'
import type { Channel } from './channel.ts'
import { consentOf } from './open.ts'
import { type SessionPlan, quietMs } from './plan.ts'
import type { Recipient, RecipientAnswer } from './recipient.ts'

/** What was sent: commands before the recipients, then one for each of them, then RSET. */
export interface Volley {
  readonly openings: number
  readonly recipients: readonly Recipient[]
}

/** What one recipient was answered in its place. */
export interface VolleyAnswer extends RecipientAnswer {
  readonly recipient: Recipient
  readonly reply: Reply
}

/** The answers of a volley in their order; or why there are none: the sender was refused, or the row is not what it should be. */
export async function readVolley(
  channel: Channel,
  { openings, recipients }: Volley,
  plan: Pick<SessionPlan, 'timeouts' | 'isInStep' | 'mailFrom'>,
): Promise<readonly VolleyAnswer[] | 'refused' | 'out of step'> {
  const { commandMs, recipientMs } = plan.timeouts
  let isRefused = false
  for (let left = openings; left > 0; left--) {
    const reply = answerIn(await channel.reply(commandMs))
    if (reply === undefined) return 'out of step'
    isRefused ||= consentOf(reply) === undefined
  }
  const answers: VolleyAnswer[] = []
  for (const recipient of recipients) {
    const reply = answerIn(await channel.reply(recipientMs))
    if (reply === undefined) return 'out of step'
    const outcome = classifyReply(reply, { phase: 'rcpt', recipient: recipient.address, sender: plan.mailFrom })
    answers.push({ recipient, outcome, phase: 'rcpt', reply, detail: messageOf(reply) })
  }
  const last = answerIn(await channel.reply(commandMs))
  if (last?.code !== 250 || (await channel.isOutOfStep(quietMs(plan)))) return 'out of step'
  if (isRefused) return 'refused'
  return answers.some((answer) => namesAnother(answer, recipients)) ? 'out of step' : answers
}

/**
 * Of the answers of a volley those that have to be given once more before any of them is believed, by what they say: where each
 * row of them is refused alike when asked alone, those that were taken are the others.
 */
export function doubtfulOf(answers: readonly VolleyAnswer[]): readonly (readonly VolleyAnswer[])[] {
  if (answers.every(({ outcome }) => outcome === answers[0]?.outcome)) return []
  const doubtful = answers.filter(({ recipient, reply }) => consentOf(reply) === undefined && !names(reply, recipient))
  return [...Map.groupBy(doubtful, ({ outcome }) => outcome).values()]
}

// 421 is no answer to a command in particular (RFC 5321 3.8), and the end of all of them.
function answerIn(answer: Reply | WireEnd): Reply | undefined {
  return typeof answer === 'string' || answer.code === 421 ? undefined : answer
}

function namesAnother({ recipient, reply }: VolleyAnswer, recipients: readonly Recipient[]): boolean {
  return !names(reply, recipient) && recipients.some((each) => each !== recipient && names(reply, each))
}

function names({ lines }: Reply, { address }: Recipient): boolean {
  const text = lines.join(' ').toLowerCase()
  const wanted = address.toLowerCase()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, behind] = [text.charAt(at - 1), text.slice(at + wanted.length)]
    if (!/[\w.!#$%&'*+/=?^`{|}~-]/.test(before) && !/^\.?[\w-]/.test(behind)) return true
  }
  return false
}
