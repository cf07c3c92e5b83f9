import { classifyReply } from '../classify/classify.ts'
import type { ProbeEvidence } from '../probe.ts'
import { type Reply, messageOf } from '../reply/reply.ts'
import type { Wire, WireEnd } from '../wire.ts'
import { type Failure, type Greeted, consentOf, encrypt, failureOf, greet } from './open.ts'
import { type SessionPlan, quietMs, sessionLimits } from './plan.ts'
import { type Exchanged, exchangeAtOnce, exchangeInTurn } from './exchange.ts'
import { type Received, Named } from './named.ts'
import { type Recipient, type RecipientAnswer, rcptFor } from './recipient.ts'
import { readVolley } from './volley.ts'

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

/** A greeted connection on which recipients are requested, one after the other; nothing is ever sent. */
export class Session {
  readonly #plan: SessionPlan
  #greeted: Greeted
  #sender: string
  #transaction: { recipients: number; isInternational: boolean } | undefined
  readonly #named = new Named()
  #asked = 0
  #refusals = 0
  #wasRefused = false
  #isSenderTaken = false
  #isOver = false
  #isOutOfStep = false

  constructor(greeted: Greeted, plan: SessionPlan) {
    this.#greeted = greeted
    this.#plan = plan
    this.#sender = plan.mailFrom
  }

  /** Whether another recipient may be requested without trying the server’s timeout. */
  get hasCapacity(): boolean {
    return !this.#isOver && this.#asked < sessionLimits.recipients && this.#refusals < sessionLimits.refusals
  }

  /** Whether nothing more can be requested in it. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether the way is encrypted. */
  get isEncrypted(): boolean {
    return this.#greeted.tls?.isEncrypted === true
  }

  /** Whether answers did not match the commands, so that the session is over; the next one with this server goes carefully. */
  get isOutOfStep(): boolean {
    return this.#isOutOfStep
  }

  /**
   * Names recipients before they are requested, in one write (RFC 2920 3.1): the first of them, as many as a transaction takes.
   * Only once the server has taken a sender, and only where there are two of them at least. Answers how many those were.
   */
  async name(recipients: readonly Recipient[]): Promise<number> {
    const mayName = this.#pipelines && this.hasCapacity && this.#named.isEmpty && this.#isSenderTaken
    if (!mayName) return 0
    const other = recipients.findIndex(({ isInternational }) => isInternational)
    const max = this.#maxNamed()
    const some = recipients.slice(0, other < 0 ? max : Math.min(max, other))
    if (some.length < 2 || !(await this.#isClear())) return 0
    this.#sendVolley(some)
    return some.length
  }

  /** Whether a recipient was named, and has not been requested since. */
  hasNamed(recipient: Recipient): boolean {
    return this.#named.has(recipient)
  }

  /** Hears of those that were named. Answers for how many of them the server has to be queried once more (`confirm`). */
  async readReplies(): Promise<number> {
    const answers = await this.#readVolley()
    if (answers !== undefined) this.#named.doubt(answers)
    return this.#named.doubtful.flat().length
  }

  /** Believes what was heard though nothing proves it: of a server that was proved before. */
  believe(): void {
    this.#named.believe()
  }

  /** Forgets what was heard and is not believed, with all that was named beside it: each is requested anew. */
  forget(): void {
    this.#named.forget()
  }

  /**
   * Asks once more for those of whom `readReplies` has told; all that were named together are believed where the server says the same,
   * and forgotten where it was requested too many in vain.
   */
  async confirm(): Promise<void> {
    const isTooMuch = this.#refusals + this.#named.doubtful.flat().length > sessionLimits.refusalsOfNamed
    if (isTooMuch) return this.#named.forget()
    for (const some of this.#named.doubtful) {
      this.#sendVolley(some.map(({ recipient }) => recipient))
      const again = await this.#readVolley()
      if (again?.every(({ outcome }) => outcome === some[0]?.outcome) !== true) return this.#loseStep()
    }
    this.#named.believe()
  }

  /**
   * Requests one recipient: MAIL where no transaction is open, in one write with RCPT where the server takes that. For one
   * that was named, its answer; where that is not believed yet, all that were named with it are forgotten. `mayRepeat` is queried
   * before the server hears of it a second time, which it does where MAIL was refused in a way that we can do something about.
   */
  async ask(
    recipient: Recipient,
    evidence: ProbeEvidence[],
    mayRepeat: () => Promise<boolean> = async () => true,
  ): Promise<RecipientAnswer> {
    const startedAt = this.#plan.now()
    // What is on its way is heard first, also before STARTTLS: else its answers would be taken for those of other commands.
    await this.readReplies()
    this.#named.forget()
    const received = this.#named.take(recipient)
    if (received === undefined && !(await this.#isClear()))
      return { outcome: 'dropped', phase: 'rcpt', detail: 'the answers did not match the commands' }
    if (recipient.isInternational) {
      const refusal = await this.#lacksUtf8(evidence)
      if (refusal !== undefined) return refusal
    }
    const { ms, ...answer } = received ?? {
      ...(await this.#requestOf(recipient, evidence, mayRepeat)),
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

  /** Why an address in UTF-8 cannot be requested; behind TLS a server may offer more (RFC 3207 4.2). */
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
    const detail = capabilities.isNotified ? 'SMTPUTF8 is not offered' : 'what is offered it does not tell us'
    evidence.push({ check: 'ehlo', status: 'fail', detail })
    return { outcome: capabilities.isNotified ? 'smtputf8_unsupported' : 'bad_helo', phase: 'ehlo', detail }
  }

  async #requestOf(
    recipient: Recipient,
    evidence: ProbeEvidence[],
    mayRepeat: () => Promise<boolean>,
  ): Promise<RecipientAnswer> {
    for (;;) {
      const mail = this.#mailFor(recipient)
      const isInOneWrite = this.#pipelines
      this.#asked++
      const { refusal, answer = 'closed' } = await this.#exchange(mail, rcptFor(recipient))
      if (refusal === undefined) return this.#answered(answer, recipient)
      const isAgain = await this.#tryOtherwise(refusal, evidence)
      if (typeof isAgain !== 'boolean') return this.#failed(isAgain)
      // In one write with MAIL the server has heard of it, whatever it says.
      if (!isAgain || (isInOneWrite && !(await mayRepeat())))
        return this.#failed(failureOf('mail', refusal, recipient.address))
    }
  }

  get #pipelines(): boolean {
    return this.#greeted.capabilities.hasPipelining && this.#plan.isCareful !== true
  }

  #maxNamed(): number {
    const { recipients, recipientsPerTransaction: ofTransaction } = sessionLimits
    const left = ofTransaction - (this.#transaction?.isInternational === false ? this.#transaction.recipients : 0)
    return Math.min(left > 0 ? left : ofTransaction, recipients - this.#asked)
  }

  #sendVolley(recipients: readonly Recipient[]): void {
    const opening = recipients.flatMap((recipient) => this.#mailFor(recipient))
    this.#transaction = undefined
    this.#asked += recipients.length
    this.#named.add({ openings: opening.length, recipients, sentAt: this.#plan.now() })
    this.#greeted.channel.send(...opening, ...recipients.map(rcptFor), 'RSET')
  }

  /** The answers of the volley that is on its way; none where it comes to nothing, and the session is over. */
  async #readVolley(): Promise<Received[] | undefined> {
    const volley = this.#named.arrive()
    if (volley === undefined) return undefined
    const answers = await readVolley(this.#greeted.channel, volley, this.#plan)
    if (answers === 'out of step') return this.#loseStep()
    if (answers === 'refused') return this.#end()
    this.#refusals += answers.filter(({ reply }) => consentOf(reply) === undefined).length
    const ms = this.#plan.now() - volley.sentAt
    return answers.map((answer) => ({ ...answer, ms }))
  }

  #loseStep(): undefined {
    this.#isOutOfStep = true
    this.#named.forget()
    return this.#end()
  }

  /** Whether the next answer will be that to the next command. Of a server that refused, more words may be on their way. */
  async #isClear(): Promise<boolean> {
    if (this.#isOver) return false
    const isCareful = this.#plan.isCareful === true
    const isAhead = await this.#greeted.channel.isOutOfStep(isCareful || this.#wasRefused ? quietMs(this.#plan) : 0)
    this.#wasRefused = false
    // Where each command waits for the last one, whatever comes before it is no answer to it.
    if (isAhead && !isCareful) this.#loseStep()
    return !this.#isOver
  }

  #answered(answer: Reply | WireEnd, { address }: Recipient): RecipientAnswer {
    if (typeof answer === 'string') return this.#failed(failureOf('rcpt', answer))
    const outcome = classifyReply(answer, { phase: 'rcpt', recipient: address, sender: this.#plan.mailFrom })
    this.#isSenderTaken = true
    this.#wasRefused = consentOf(answer) === undefined
    if (this.#wasRefused) this.#refusals++
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

  async #exchange(opening: readonly string[], rcpt: string): Promise<Exchanged> {
    const { channel } = this.#greeted
    const { timeouts } = this.#plan
    const commands = [opening, rcpt] as const
    const isAtOnce = this.#pipelines && opening.length > 0
    const exchanged = isAtOnce
      ? await exchangeAtOnce(channel, commands, timeouts)
      : await exchangeInTurn(channel, commands, { timeouts, isClear: () => this.#isClear() })
    if (exchanged.refusal !== undefined) this.#transaction = undefined
    if (exchanged.isOutOfStep === true) this.#isOutOfStep = true
    return exchanged
  }

  /** What may still help after a refused MAIL: TLS where it is requested, or the empty sender. A failure is the last word. */
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

  #end(): undefined {
    this.#isOver = true
    this.#greeted.channel.close()
  }
}
