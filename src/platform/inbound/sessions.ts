import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { limits } from '../../kernel/limits.ts'
import type { Log } from '../log/index.ts'
import { ConnectionCounts } from './connections.ts'
import type { InletMeters } from './meters.ts'
import { ReceiveBudget, countReceived, receiveMessage } from './receive.ts'
import { type FoundRecipient, type InboundMessage, type RecipientKind, findRecipient } from './recipients.ts'
import { SmtpReply, replies } from './reply.ts'

export interface SessionDeps {
  readonly domain: string
  readonly kinds: readonly RecipientKind[]
  readonly log: Log
  readonly meters: InletMeters
  readonly greetingMs: number
}

/** The rules of all sessions of an inlet. */
export class Sessions {
  readonly #deps: SessionDeps
  readonly #clients = new ConnectionCounts(limits.inboundConnectionsPerIp)
  readonly #budget = new ReceiveBudget(limits.inboundBufferBytes)
  readonly #open = new Set<SMTPServerSession>()
  readonly #unknown = new WeakMap<SMTPServerSession, number>()
  /** By the object that smtp-server keeps for each accepted recipient. */
  readonly #recipients = new WeakMap<SMTPServerAddress, FoundRecipient>()
  readonly #storing = new Set<string>()
  readonly #isIdle = Promise.withResolvers<void>()
  #isStopping = false

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  handlers(): Pick<SMTPServerOptions, 'onConnect' | 'onClose' | 'onRcptTo' | 'onData'> {
    return {
      onConnect: (session, done) => {
        const refusal = this.#refusalOf(session)
        if (refusal === undefined) setTimeout(() => done(), this.#deps.greetingMs)
        else done(refusal)
      },
      onClose: (session) => {
        if (this.#open.delete(session)) this.#clients.close(session.remoteAddress)
      },
      onRcptTo: (address, session, done) => void this.#accept(address, session).then(() => done(), done),
      onData: (stream, session, done) =>
        void this.#receive(stream, session).then(
          () => done(null, 'Stored'),
          (error: unknown) => done(error instanceof SmtpReply ? error : replies.unavailable()),
        ),
    }
  }

  isStoring(sessionId: string): boolean {
    return this.#storing.has(sessionId)
  }

  /** Messages that arrive from here on are deferred. */
  stop(): void {
    this.#isStopping = true
    if (this.#storing.size === 0) this.#isIdle.resolve()
  }

  /** Resolves once no message is being stored after `stop`; with false if that takes longer. */
  async idle(deadlineMs: number): Promise<boolean> {
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), deadlineMs)
    try {
      return await Promise.race([this.#isIdle.promise.then(() => true), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  #refusalOf(session: SMTPServerSession): SmtpReply | undefined {
    if (this.#isStopping) return replies.stopping()
    if (!this.#clients.open(session.remoteAddress)) {
      this.#deps.meters.refusedConnection()
      return replies.tooManyConnections()
    }
    this.#open.add(session)
    return undefined
  }

  async #accept(address: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const { domain, kinds, log, meters } = this.#deps
    let found: FoundRecipient | undefined
    try {
      found = await findRecipient(address.address, { domain, kinds })
    } catch (error) {
      log.warn('a recipient could not be looked up; its sender was asked to try again', { error })
      throw replies.unavailable()
    }
    if (found !== undefined) {
      this.#recipients.set(address, found)
      return
    }
    meters.unknownRecipient()
    const count = (this.#unknown.get(session) ?? 0) + 1
    this.#unknown.set(session, count)
    throw count > limits.inboundUnknownRecipients ? replies.tooManyUnknown() : replies.unknownRecipient()
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { log, meters } = this.#deps
    const maxBytes = limits.inboundMessageBytes
    const found = session.envelope.rcptTo.flatMap((address) => this.#recipients.get(address) ?? [])
    const count = (outcome: 'refused' | 'deferred') => found.forEach(({ kind }) => meters.message(kind, outcome))
    const bytes = await receiveMessage(stream, { budget: this.#budget, maxBytes })
    if (bytes === 'too_large') {
      count('refused')
      throw replies.tooLarge(maxBytes)
    }
    if (bytes === 'busy') {
      count('deferred')
      throw replies.busy()
    }
    this.#storing.add(session.id)
    try {
      meters.received(bytes.length)
      if (this.#isStopping) throw replies.stopping()
      if (countReceived(bytes, limits.inboundReceivedFields) > limits.inboundReceivedFields)
        throw replies.loop(limits.inboundReceivedFields)
      await this.#deliver(found, messageOf(bytes, session))
    } catch (error) {
      const isPermanent = error instanceof SmtpReply && error.responseCode >= 500
      count(isPermanent ? 'refused' : 'deferred')
      if (!(error instanceof SmtpReply))
        log.warn('a message could not be stored; its sender was asked to try again', { error })
      throw error
    } finally {
      this.#budget.release(bytes.length)
      this.#storing.delete(session.id)
      if (this.#isStopping && this.#storing.size === 0) this.#isIdle.resolve()
    }
  }

  /** One response is for all recipients, so the message is accepted if one of them has stored it, and the others refused it. */
  async #deliver(found: readonly FoundRecipient[], message: InboundMessage): Promise<void> {
    let refusal: string | undefined
    let isStored = false
    for (const { kind, recipient } of found) {
      const delivery = await recipient.deliver(message)
      if (delivery.status === 'stored') {
        isStored = true
        this.#deps.meters.message(kind, 'stored')
      } else refusal ??= delivery.reason
    }
    if (!isStored) throw replies.refused(refusal ?? 'No recipient')
  }
}

function messageOf(bytes: Uint8Array<ArrayBuffer>, session: SMTPServerSession): InboundMessage {
  const { mailFrom } = session.envelope
  return {
    bytes,
    clientIp: session.remoteAddress,
    helo: session.hostNameAppearsAs || '',
    mailFrom: mailFrom === false ? '' : mailFrom.address,
    isEncrypted: session.secure,
  }
}
