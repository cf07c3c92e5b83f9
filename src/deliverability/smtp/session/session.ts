import { classifyReply } from '../classify/classify.ts'
import type { ProbeEvidence } from '../probe.ts'
import { type Reply, messageOf } from '../reply/reply.ts'
import type { Wire, WireEnd } from '../wire.ts'
import { type Failure, type Greeted, consentOf, encrypt, failureOf, greet } from './open.ts'
import { type SessionPlan, quietMs, sessionLimits } from './plan.ts'
import { type ExchangeResult, exchangePipelined, exchangeSequentially } from './pipelining.ts'
import { type TimedReply, PipelinedRecipients } from './pipelined-recipients.ts'
import { type Recipient, type RecipientResult, rcptFor } from './recipient.ts'
import { readCommandGroup } from './command-group.ts'

const goodbyeMs = 1000

/** Reads the greeting and the extensions of the server. On failure the connection is closed. */
export async function openSession(
  wire: Wire,
  plan: SessionPlan,
  evidence: ProbeEvidence[],
): Promise<Session | Failure> {
  const greeted = await greet(wire, plan, evidence)
  return 'outcome' in greeted ? greeted : new Session(greeted, plan)
}

/** A greeted connection that probes recipients one after the other; it never sends mail. */
export class Session {
  readonly #plan: SessionPlan
  #greeted: Greeted
  #sender: string
  #transaction: { recipients: number; isInternational: boolean } | undefined
  readonly #pipelined = new PipelinedRecipients()
  #rcptCount = 0
  #refusals = 0
  #wasRefused = false
  #isSenderAccepted = false
  #isOver = false
  #isOutOfStep = false

  constructor(greeted: Greeted, plan: SessionPlan) {
    this.#greeted = greeted
    this.#plan = plan
    this.#sender = plan.mailFrom
  }

  /** True if another recipient is within the limits of the session. */
  get hasCapacity(): boolean {
    return !this.#isOver && this.#rcptCount < sessionLimits.recipients && this.#refusals < sessionLimits.refusals
  }

  /** True if the session has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** True after STARTTLS. */
  get isEncrypted(): boolean {
    return this.#greeted.tls?.isEncrypted === true
  }

  /** True if replies did not match the commands, which ends the session; the next one with this server is not pipelined. */
  get isOutOfStep(): boolean {
    return this.#isOutOfStep
  }

  /**
   * Pipelines recipients before they are requested, in one write (RFC 2920 3.1): as many of the first as fit a transaction.
   * Requires an accepted sender and at least two recipients. Returns the number of pipelined ones.
   */
  async pipeline(recipients: readonly Recipient[]): Promise<number> {
    const mayPipeline = this.#pipelines && this.hasCapacity && this.#pipelined.isEmpty && this.#isSenderAccepted
    if (!mayPipeline) return 0
    const other = recipients.findIndex(({ isInternational }) => isInternational)
    const max = this.#maxPipelined()
    const some = recipients.slice(0, other < 0 ? max : Math.min(max, other))
    if (some.length < 2 || !(await this.#isClear())) return 0
    this.#sendCommandGroup(some)
    return some.length
  }

  /** True if a recipient was pipelined and not requested since. */
  hasPipelined(recipient: Recipient): boolean {
    return this.#pipelined.has(recipient)
  }

  /** Reads the replies to pipelined recipients. Returns the number of those that need confirmation (`confirm`). */
  async readReplies(): Promise<number> {
    const answers = await this.#readCommandGroup()
    if (answers !== undefined) this.#pipelined.addReplies(answers)
    return this.#pipelined.ambiguous.flat().length
  }

  /** Accepts unconfirmed replies, for a server that was proved to reply in order. */
  acceptUnconfirmed(): void {
    this.#pipelined.confirm()
  }

  /** Drops unconfirmed replies of a command group; each of its recipients is requested anew. */
  discardUnconfirmed(): void {
    this.#pipelined.discard()
  }

  /**
   * Repeats the recipients that `readReplies` found ambiguous. The command group is accepted if the server gives the same
   * replies, and dropped if that would cause too many refusals.
   */
  async confirmUnconfirmed(): Promise<void> {
    const isTooMuch = this.#refusals + this.#pipelined.ambiguous.flat().length > sessionLimits.pipelinedRefusals
    if (isTooMuch) return this.#pipelined.discard()
    for (const some of this.#pipelined.ambiguous) {
      this.#sendCommandGroup(some.map(({ recipient }) => recipient))
      const again = await this.#readCommandGroup()
      if (again?.every(({ outcome }) => outcome === some[0]?.outcome) !== true) return this.#endOutOfStep()
    }
    this.#pipelined.confirm()
  }

  /**
   * Probes one recipient: sends MAIL if no transaction is open, pipelined with RCPT if the server supports it. A pipelined
   * recipient has its reply already; an unconfirmed command group is dropped. `mayRepeat` is called before a second RCPT for
   * the recipient, which follows a refused MAIL with a remedy.
   */
  async probe(
    recipient: Recipient,
    evidence: ProbeEvidence[],
    mayRepeat: () => Promise<boolean> = async () => true,
  ): Promise<RecipientResult> {
    const startedAt = this.#plan.now()
    // Pending replies are read first, also before STARTTLS; otherwise they would be assigned to other commands.
    await this.readReplies()
    this.#pipelined.discard()
    const received = this.#pipelined.take(recipient)
    if (received === undefined && !(await this.#isClear()))
      return { outcome: 'dropped', phase: 'rcpt', detail: 'the replies did not match the commands' }
    if (recipient.isInternational) {
      const refusal = await this.#lacksUtf8(evidence)
      if (refusal !== undefined) return refusal
    }
    const { ms, ...answer } = received ?? {
      ...(await this.#exchangeFor(recipient, evidence, mayRepeat)),
      ms: this.#plan.now() - startedAt,
    }
    if (answer.phase === 'rcpt' || answer.phase === 'mail') {
      const status = answer.outcome.startsWith('accepted') ? 'pass' : 'fail'
      evidence.push({ check: answer.phase, status, detail: answer.detail, ms: Math.round(ms) })
    }
    return answer
  }

  /** Sends QUIT and closes; the server has a second to reply (RFC 5321 4.1.1.10). Idempotent. */
  async quit(): Promise<void> {
    const isOver = this.#isOver
    this.#isOver = true
    if (!isOver) await this.#greeted.channel.exchange('QUIT', goodbyeMs)
    this.#greeted.channel.close()
  }

  /** The reason why a UTF-8 address cannot be probed; a server may offer more extensions after STARTTLS (RFC 3207 4.2). */
  async #lacksUtf8(evidence: ProbeEvidence[]): Promise<RecipientResult | undefined> {
    const { hasSmtpUtf8, hasStartTls } = this.#greeted.capabilities
    if (!hasSmtpUtf8 && hasStartTls && !this.isEncrypted && this.#plan.tls !== 'never') {
      const encrypted = await encrypt(this.#greeted, this.#plan, evidence)
      if ('outcome' in encrypted) return this.#failed(encrypted)
      this.#greeted = encrypted
      this.#transaction = undefined
    }
    const { capabilities } = this.#greeted
    if (capabilities.hasSmtpUtf8) return undefined
    const detail = capabilities.isEhloAccepted ? 'SMTPUTF8 is not offered' : 'it does not announce its extensions'
    evidence.push({ check: 'ehlo', status: 'fail', detail })
    return { outcome: capabilities.isEhloAccepted ? 'smtputf8_unsupported' : 'bad_helo', phase: 'ehlo', detail }
  }

  async #exchangeFor(
    recipient: Recipient,
    evidence: ProbeEvidence[],
    mayRepeat: () => Promise<boolean>,
  ): Promise<RecipientResult> {
    for (;;) {
      const mail = this.#mailFor(recipient)
      const isPipelined = this.#pipelines
      this.#rcptCount++
      const { refusal, answer = 'closed' } = await this.#exchange(mail, rcptFor(recipient))
      if (refusal === undefined) return this.#rcptResult(answer, recipient)
      const isAgain = await this.#remedyRefusal(refusal, evidence)
      if (typeof isAgain !== 'boolean') return this.#failed(isAgain)
      // Pipelined with MAIL, the server has received the RCPT already.
      if (!isAgain || (isPipelined && !(await mayRepeat())))
        return this.#failed(failureOf('mail', refusal, recipient.address))
    }
  }

  get #pipelines(): boolean {
    return this.#greeted.capabilities.hasPipelining && this.#plan.isCareful !== true
  }

  #maxPipelined(): number {
    const { recipients, recipientsPerTransaction: ofTransaction } = sessionLimits
    const left = ofTransaction - (this.#transaction?.isInternational === false ? this.#transaction.recipients : 0)
    return Math.min(left > 0 ? left : ofTransaction, recipients - this.#rcptCount)
  }

  #sendCommandGroup(recipients: readonly Recipient[]): void {
    const opening = recipients.flatMap((recipient) => this.#mailFor(recipient))
    this.#transaction = undefined
    this.#rcptCount += recipients.length
    this.#pipelined.add({ openings: opening.length, recipients, sentAt: this.#plan.now() })
    this.#greeted.channel.send(...opening, ...recipients.map(rcptFor), 'RSET')
  }

  /** The replies of the pending command group; undefined if they are unusable, which ends the session. */
  async #readCommandGroup(): Promise<TimedReply[] | undefined> {
    const group = this.#pipelined.takeSent()
    if (group === undefined) return undefined
    const answers = await readCommandGroup(this.#greeted.channel, group, this.#plan)
    if (answers === 'out of step') return this.#endOutOfStep()
    if (answers === 'refused') return this.#end()
    this.#refusals += answers.filter(({ reply }) => consentOf(reply) === undefined).length
    const ms = this.#plan.now() - group.sentAt
    return answers.map((answer) => ({ ...answer, ms }))
  }

  #endOutOfStep(): undefined {
    this.#isOutOfStep = true
    this.#pipelined.discard()
    return this.#end()
  }

  /** True if no stray reply is pending. After a refusal, more lines may follow. */
  async #isClear(): Promise<boolean> {
    if (this.#isOver) return false
    const isCareful = this.#plan.isCareful === true
    const hasStrayReply = await this.#greeted.channel.isOutOfStep(
      isCareful || this.#wasRefused ? quietMs(this.#plan) : 0,
    )
    this.#wasRefused = false
    // If commands are not pipelined, an earlier reply is not mistaken for that of the next command.
    if (hasStrayReply && !isCareful) this.#endOutOfStep()
    return !this.#isOver
  }

  #rcptResult(answer: Reply | WireEnd, { address }: Recipient): RecipientResult {
    if (typeof answer === 'string') return this.#failed(failureOf('rcpt', answer))
    const outcome = classifyReply(answer, { phase: 'rcpt', recipient: address, sender: this.#plan.mailFrom })
    this.#isSenderAccepted = true
    this.#wasRefused = consentOf(answer) === undefined
    if (this.#wasRefused) this.#refusals++
    if (answer.code === 421) this.#end()
    return { outcome, phase: 'rcpt', reply: answer, detail: messageOf(answer) }
  }

  /** Commands required before RCPT: none if the open transaction allows another recipient. */
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

  async #exchange(opening: readonly string[], rcpt: string): Promise<ExchangeResult> {
    const { channel } = this.#greeted
    const { timeouts } = this.#plan
    const commands = [opening, rcpt] as const
    const isPipelined = this.#pipelines && opening.length > 0
    const exchanged = isPipelined
      ? await exchangePipelined(channel, commands, timeouts)
      : await exchangeSequentially(channel, commands, { timeouts, isClear: () => this.#isClear() })
    if (exchanged.refusal !== undefined) this.#transaction = undefined
    if (exchanged.isOutOfStep === true) this.#isOutOfStep = true
    return exchanged
  }

  /**
   * The remedy for a refused MAIL: STARTTLS if required, or the empty sender. False if there is none; a failure is final.
   */
  async #remedyRefusal(refusal: Reply | WireEnd, evidence: ProbeEvidence[]): Promise<boolean | Failure> {
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

  #failed({ outcome, phase, reply, detail, isOver }: Failure): RecipientResult {
    this.#refusals++
    if (isOver) this.#end()
    return { outcome, phase, ...(reply === undefined ? {} : { reply }), detail }
  }

  #end(): undefined {
    this.#isOver = true
    this.#greeted.channel.close()
  }
}
