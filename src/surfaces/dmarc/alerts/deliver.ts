import { limits } from '../../../kernel/limits.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { OutboundError, type Send } from '../../../platform/net/index.ts'
import type { Channel } from './contract.ts'
import { discordBody, slackBody, teamsBody } from './messages/chat-bodies.ts'
import { renderMail } from './messages/mail-document.ts'
import type { Message } from './messages/message.ts'

export interface DeliverDeps {
  readonly send: Send
  /** Undefined if the service sends no mail. */
  readonly mailer: Mailer | undefined
}

/** One recipient of a channel. */
export interface Target {
  readonly channel: Channel
  /** The recipient of mail. */
  readonly to: string | undefined
}

export type Delivered =
  | { readonly status: 'sent' }
  | { readonly status: 'retrying'; readonly reason: string; readonly afterMs?: number }
  | { readonly status: 'failed'; readonly reason: string }

const bodies = { slack: slackBody, teams: teamsBody, discord: discordBody }

/** `id`: of the message, the same for each attempt; `references`: of messages that it follows. */
export async function deliver(
  { mailer, send }: DeliverDeps,
  { channel, to }: Target,
  {
    id,
    message,
    references,
    signal,
  }: { id: string; message: Message; references: readonly string[]; signal: AbortSignal },
): Promise<Delivered> {
  if (channel.type === 'email') {
    if (mailer === undefined) return { status: 'failed', reason: 'The service sends no mail: set SVC_SMTP_URL.' }
    const outcome = await mailer.send({ ...renderMail(message), to: to ?? '', id, references }, signal)
    if (outcome.status === 'sent') return outcome
    return { status: outcome.status === 'refused' ? 'failed' : 'retrying', reason: outcome.reason }
  }
  return post(send, channel.url, bodies[channel.type](message), signal)
}

async function post(send: Send, url: string, body: object, signal: AbortSignal): Promise<Delivered> {
  try {
    const { headers, status } = await send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: limits.dmarcMessageSeconds * 1000,
      maxBodyBytes: 4096,
      onTooLarge: 'cut',
      signal,
    })
    if (status >= 200 && status < 300) return { status: 'sent' }
    const reason = `The chat responded with ${status}.`
    if (status !== 429 && status < 500) return { status: 'failed', reason }
    const seconds = Number(headers['retry-after'])
    return { status: 'retrying', reason, ...(seconds > 0 ? { afterMs: Math.min(seconds, 3600) * 1000 } : {}) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isFinal = error.kind === 'blocked_address' || error.kind === 'invalid_url'
    return { status: isFinal ? 'failed' : 'retrying', reason: error.message }
  }
}
