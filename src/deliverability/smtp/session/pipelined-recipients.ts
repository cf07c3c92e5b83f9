import type { Recipient } from './recipient.ts'
import { type CommandGroup, type PipelinedReply, ambiguousReplies } from './command-group.ts'

/** A command group and the time of sending, milliseconds. */
type SentGroup = CommandGroup & { readonly sentAt: number }

/** A reply to a pipelined recipient and its duration, milliseconds. */
export interface TimedReply extends PipelinedReply {
  readonly ms: number
}

/** Pipelined recipients in three states: sent, answered but unconfirmed, confirmed but not requested yet. */
export class PipelinedRecipients {
  #sent: SentGroup | undefined
  #unconfirmed: readonly TimedReply[] = []
  readonly #confirmed = new Map<Recipient, TimedReply>()

  get isEmpty(): boolean {
    return this.#sent === undefined && this.#unconfirmed.length === 0 && this.#confirmed.size === 0
  }

  has(recipient: Recipient): boolean {
    const isUnconfirmed = this.#unconfirmed.some((each) => each.recipient === recipient)
    return this.#confirmed.has(recipient) || isUnconfirmed || this.#sent?.recipients.includes(recipient) === true
  }

  add(sent: SentGroup): void {
    this.#sent = sent
  }

  /** Removes and returns the command group whose replies are read now. */
  takeSent(): SentGroup | undefined {
    const sent = this.#sent
    this.#sent = undefined
    return sent
  }

  /** Stores replies; they are confirmed at once if they are unambiguous. */
  addReplies(answers: readonly TimedReply[]): void {
    this.#unconfirmed = answers
    if (this.ambiguous.length === 0) this.confirm()
  }

  /** Replies that need confirmation, grouped by outcome. */
  get ambiguous(): readonly (readonly PipelinedReply[])[] {
    return ambiguousReplies(this.#unconfirmed)
  }

  confirm(): void {
    for (const answer of this.#unconfirmed) this.#confirmed.set(answer.recipient, answer)
    this.#unconfirmed = []
  }

  discard(): void {
    this.#unconfirmed = []
  }

  /** Removes and returns the confirmed reply of a recipient. */
  take(recipient: Recipient): TimedReply | undefined {
    const received = this.#confirmed.get(recipient)
    this.#confirmed.delete(recipient)
    return received
  }
}
