import type { Reply } from '../reply/reply.ts'
import type { WireEnd } from '../wire.ts'
import type { Channel } from './channel.ts'
import { consentOf } from './open.ts'
import type { Timeouts } from './plan.ts'

/** The refusal of a command before RCPT, or the reply to RCPT. */
export interface ExchangeResult {
  readonly refusal?: Reply | WireEnd
  readonly answer?: Reply | WireEnd
  /** The number of replies did not match the commands. */
  readonly isOutOfStep?: boolean
}

/** Sends the opening commands and RCPT in one write (RFC 2920 3.1). */
export async function exchangePipelined(
  channel: Channel,
  [opening, rcpt]: readonly [opening: readonly string[], rcpt: string],
  { commandMs, recipientMs }: Timeouts,
): Promise<ExchangeResult> {
  channel.send(...opening, rcpt)
  let refusal: Reply | undefined
  for (let left = opening.length; left > 0; left--) {
    const reply = await channel.reply(commandMs)
    // Servers that read only one command of a write lose the others or their replies.
    if (typeof reply === 'string') return { refusal: reply, isOutOfStep: true }
    if (reply.code === 421) return { refusal: reply }
    if (consentOf(reply) === undefined) refusal ??= reply
  }
  // After a refused MAIL, the reply to RCPT must still be read.
  const answer = await channel.reply(refusal === undefined ? recipientMs : commandMs)
  if (refusal !== undefined && answer === 'closed') return { refusal }
  if (typeof answer === 'string') return { answer, isOutOfStep: true }
  if (await channel.isOutOfStep()) return { answer: 'closed', isOutOfStep: true }
  return refusal === undefined ? { answer } : { refusal }
}

/** Sends each command after the reply to the previous one; `isClear` checks that no stray reply is pending. */
export async function exchangeSequentially(
  channel: Channel,
  [opening, rcpt]: readonly [opening: readonly string[], rcpt: string],
  { timeouts: { commandMs, recipientMs }, isClear }: { timeouts: Timeouts; isClear(): Promise<boolean> },
): Promise<ExchangeResult> {
  for (const command of opening) {
    const reply = await channel.exchange(command, commandMs)
    if (consentOf(reply) === undefined) return { refusal: reply }
    if (!(await isClear())) return { answer: 'closed' }
  }
  return { answer: await channel.exchange(rcpt, recipientMs) }
}
