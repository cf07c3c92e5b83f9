import { classifyReply } from '../classify/classify.ts'
import type { ProbeEvidence, ProbeOutcome } from '../probe.ts'
import { type Reply, messageOf } from '../reply/reply.ts'
import type { Wire, WireEnd } from '../wire.ts'
import { type Failure, type Greeted, consentOf, encrypt, failureOf, greet } from './open.ts'
import { type SessionPlan, sessionLimits } from './plan.ts'

/** A mailbox as it is written into RCPT: the local part with its quotes, the domain in A-labels. */
export interface Recipient {
  readonly address: string
  /** The local part is not ASCII, so the server must offer SMTPUTF8 (RFC 6531). */
  readonly isInternational: boolean
}

/** What became of one recipient. `phase` is the command that decided. */
export interface RecipientAnswer {
  readonly outcome: ProbeOutcome
  readonly phase: 'starttls' | 'mail' | 'rcpt' | 'ehlo' | 'banner'
  readonly reply?: Reply
  readonly detail: string
}

/** A recipient whose RCPT is on its way, with so many commands before it that have their answers first. */
interface Named {
  readonly recipient: Recipient
  readonly openings: number
  readonly sentAt: number
}

const goodbyeMs = 1000

/** Opens a session on a connection: as far as the server’s extensions. A failure has closed the connection. */
export async function openSession(
  wire: Wire,
  plan: SessionPlan,
  evidence: ProbeEvidence[],
): Promise<Session | Failure> {
  const greeted = await greet(wire, plan, evidence)
  return 'outcome' in greeted ? greeted : new Session(greeted, plan)
}

/** A greeted connection on which recipients are asked for, one after the other; nothing is ever sent. */
export class Session {
  readonly #plan: SessionPlan
  #greeted: Greeted
  #sender: string
  #transaction: { recipients: number; isInternational: boolean } | undefined
  /** In the order in which their answers come, and the answers that came before somebody wanted them. */
  #named: Named[] = []
  readonly #heard = new Map<Recipient, RecipientAnswer & { readonly ms: number }>()
  #asked = 0
  #refusals = 0
  #isOver = false

  constructor(greeted: Greeted, plan: SessionPlan) {
    this.#greeted = greeted
    this.#plan = plan
    this.#sender = plan.mailFrom
  }

  /** Whether another recipient may be asked for without trying the server’s patience. */
  get hasRoom(): boolean {
    return !this.#isOver && this.#asked < sessionLimits.recipients && this.#refusals < sessionLimits.refusals
  }

  /** Whether the way is encrypted. */
  get isEncrypted(): boolean {
    return this.#greeted.tls?.isEncrypted === true
  }

  /**
   * Names recipients before they are asked for, in one write (RFC 2920 3.1): the first of them, as many as a transaction takes.
   * Only once the server has taken a sender, and only where there are two of them at least. Answers how many those were.
   */
  name(recipients: readonly Recipient[]): number {
    const open = this.#transaction
    const mayName = this.#greeted.capabilities.hasPipelining && this.hasRoom && this.#named.length === 0
    if (!mayName || open === undefined || open.isInternational) return 0
    const { recipients: ofSession, recipientsPerTransaction: ofTransaction } = sessionLimits
    const left = ofTransaction - open.recipients
    const most = Math.min(left > 0 ? left : ofTransaction, ofSession - this.#asked)
    const other = recipients.findIndex(({ isInternational }) => isInternational)
    const some = recipients.slice(0, other < 0 ? most : Math.min(most, other))
    if (some.length < 2) return 0
    const sentAt = this.#plan.now()
    const commands = some.flatMap((recipient) => {
      const opening = this.#mailFor(recipient)
      this.#named.push({ recipient, openings: opening.length, sentAt })
      return [...opening, rcptFor(recipient)]
    })
    this.#asked += some.length
    this.#greeted.channel.send(...commands)
    return some.length
  }

  /** Whether a recipient was named, and has not been asked for since. */
  hasNamed(recipient: Recipient): boolean {
    return this.#heard.has(recipient) || this.#named.some((each) => each.recipient === recipient)
  }

  /**
   * Asks for one recipient: MAIL where no transaction is open, in one write with RCPT where the server takes that. For one
   * that was named, its answer.
   */
  async ask(recipient: Recipient, evidence: ProbeEvidence[]): Promise<RecipientAnswer> {
    const startedAt = this.#plan.now()
    // What is on its way is heard first, also before STARTTLS: else its answers would be taken for those of other commands.
    const heard = await this.#hear(recipient)
    if (recipient.isInternational) {
      const refusal = await this.#lacksUtf8(evidence)
      if (refusal !== undefined) return refusal
    }
    const { ms, ...answer } = heard ?? {
      ...(await this.#askFor(recipient, evidence)),
      ms: this.#plan.now() - startedAt,
    }
    if (answer.phase === 'rcpt' || answer.phase === 'mail') {
      const status = answer.outcome.startsWith('accepted') ? 'pass' : 'fail'
      evidence.push({ check: answer.phase, status, detail: answer.detail, ms: Math.round(ms) })
    }
    return answer
  }

  /** Says goodbye and closes; the server has a second to answer (RFC 5321 4.1.1.10). Safe to call twice. */
  async leave(): Promise<void> {
    const isOver = this.#isOver
    this.#isOver = true
    if (!isOver) await this.#greeted.channel.ask('QUIT', goodbyeMs)
    this.#greeted.channel.close()
  }

  /** Why an address in UTF-8 cannot be asked for; behind TLS a server may offer more (RFC 3207 4.2). */
  async #lacksUtf8(evidence: ProbeEvidence[]): Promise<RecipientAnswer | undefined> {
    const { hasSmtpUtf8, hasStartTls } = this.#greeted.capabilities
    if (!hasSmtpUtf8 && hasStartTls && !this.isEncrypted && this.#plan.tls !== 'never') {
      const encrypted = await encrypt(this.#greeted, this.#plan, evidence)
      if ('outcome' in encrypted) return this.#failed(encrypted)
      this.#greeted = encrypted
      this.#transaction = undefined
    }
    const { capabilities } = this.#greeted
    if (capabilities.hasSmtpUtf8) return undefined
    const detail = capabilities.isTold ? 'SMTPUTF8 is not offered' : 'what is offered it does not tell us'
    evidence.push({ check: 'ehlo', status: 'fail', detail })
    return { outcome: capabilities.isTold ? 'smtputf8_unsupported' : 'bad_helo', phase: 'ehlo', detail }
  }

  async #askFor(recipient: Recipient, evidence: ProbeEvidence[]): Promise<RecipientAnswer> {
    for (;;) {
      const mail = this.#mailFor(recipient)
      this.#asked++
      const [refusal, answer] = await this.#exchange(mail, rcptFor(recipient))
      if (refusal !== undefined) {
        const isAgain = await this.#tryOtherwise(refusal, evidence)
        if (isAgain === true) continue
        return this.#failed(isAgain === false ? failureOf('mail', refusal, recipient.address) : isAgain)
      }
      return this.#answered(answer, recipient)
    }
  }

  /** Reads the answers to those that were named, up to that of the recipient, or all where it was not. */
  async #hear(recipient: Recipient): Promise<(RecipientAnswer & { readonly ms: number }) | undefined> {
    while (this.#named.length > 0 && !this.#heard.has(recipient)) {
      const next = this.#named.shift() as Named
      const answer = await this.#answerOf(next)
      this.#heard.set(next.recipient, { ...answer, ms: this.#plan.now() - next.sentAt })
    }
    const heard = this.#heard.get(recipient)
    this.#heard.delete(recipient)
    return heard
  }

  /** The answer to one that was named. Where the sender is not taken any more, there is none for all of them. */
  async #answerOf({ openings, recipient }: Named): Promise<RecipientAnswer> {
    const { channel } = this.#greeted
    const { commandMs, recipientMs } = this.#plan.patience
    for (let left = openings; left > 0 && !this.#isOver; left--)
      if (consentOf(await channel.reply(commandMs)) === undefined) this.#end()
    return this.#answered(this.#isOver ? 'closed' : await channel.reply(recipientMs), recipient)
  }

  #answered(answer: Reply | WireEnd, { address }: Recipient): RecipientAnswer {
    if (typeof answer === 'string') return this.#failed(failureOf('rcpt', answer))
    const outcome = classifyReply(answer, { phase: 'rcpt', recipient: address })
    if (consentOf(answer) === undefined) this.#refusals++
    if (answer.code === 421) this.#end()
    return { outcome, phase: 'rcpt', reply: answer, detail: messageOf(answer) }
  }

  /** The commands that must come before RCPT: none inside a transaction that still takes recipients. */
  #mailFor({ isInternational }: Recipient): string[] {
    const open = this.#transaction
    if (open !== undefined && open.recipients < sessionLimits.recipientsPerTransaction) {
      if (open.isInternational === isInternational) {
        open.recipients++
        return []
      }
    }
    this.#transaction = { recipients: 1, isInternational }
    const mail = `MAIL FROM:<${this.#sender}>${isInternational ? ' SMTPUTF8' : ''}`
    return open === undefined ? [mail] : ['RSET', mail]
  }

  /** Sends all; the first of the opening commands that was refused, or the answer to RCPT. */
  async #exchange(
    opening: readonly string[],
    rcpt: string,
  ): Promise<[refusal: Reply | WireEnd, answer?: undefined] | [refusal: undefined, answer: Reply | WireEnd]> {
    const { channel, capabilities } = this.#greeted
    const { commandMs, recipientMs } = this.#plan.patience
    // RFC 2920 3.1: RSET, MAIL and RCPT may go together.
    if (capabilities.hasPipelining) channel.send(...opening, rcpt)
    let refusal: Reply | WireEnd | undefined
    for (const command of opening) {
      const reply = capabilities.hasPipelining
        ? await channel.reply(commandMs)
        : refusal === undefined
          ? await channel.ask(command, commandMs)
          : refusal
      if (consentOf(reply) === undefined) refusal ??= reply
      if (typeof reply === 'string' || reply.code === 421) return [reply]
    }
    if (refusal !== undefined) {
      this.#transaction = undefined
      // The answer to the RCPT that had no chance.
      if (capabilities.hasPipelining) await channel.reply(commandMs)
      return [refusal]
    }
    if (!capabilities.hasPipelining) channel.send(rcpt)
    return [undefined, await channel.reply(recipientMs)]
  }

  /** What may still help after a refused MAIL: TLS where it is asked for, or the empty sender. A failure is the last word. */
  async #tryOtherwise(refusal: Reply | WireEnd, evidence: ProbeEvidence[]): Promise<boolean | Failure> {
    if (typeof refusal === 'string' || refusal.code === 421) return false
    if (refusal.code === 530 && !this.isEncrypted && this.#plan.tls !== 'never') {
      const encrypted = await encrypt(this.#greeted, this.#plan, evidence)
      if ('outcome' in encrypted) return encrypted
      this.#greeted = encrypted
      return true
    }
    const isOurSender = classifyReply(refusal, { phase: 'mail' }) === 'sender_rejected'
    if (!isOurSender || this.#sender === '') return false
    evidence.push({ check: 'mail', status: 'warn', detail: messageOf(refusal) })
    this.#sender = ''
    return true
  }

  #failed({ outcome, phase, reply, detail, isOver }: Failure): RecipientAnswer {
    this.#refusals++
    if (isOver) this.#end()
    return { outcome, phase, ...(reply === undefined ? {} : { reply }), detail }
  }

  #end(): void {
    this.#isOver = true
    this.#greeted.channel.close()
  }
}

function rcptFor({ address }: Recipient): string {
  return `RCPT TO:<${address}>`
}
