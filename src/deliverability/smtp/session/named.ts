import type { Recipient } from './recipient.ts'
import { type Volley, type VolleyAnswer, doubtfulOf } from './volley.ts'

/** A volley and the time of sending, milliseconds. */
type Sent = Volley & { readonly sentAt: number }

/** A reply to a pipelined recipient and its duration, milliseconds. */
export interface Received extends VolleyAnswer {
  readonly ms: number
}

/** Pipelined recipients in three states: sent, answered but unconfirmed, confirmed but not requested yet. */
export class Named {
  #sent: Sent | undefined
  #doubted: readonly Received[] = []
  readonly #believed = new Map<Recipient, Received>()

  get isEmpty(): boolean {
    return this.#sent === undefined && this.#doubted.length === 0 && this.#believed.size === 0
  }

  has(recipient: Recipient): boolean {
    const isDoubted = this.#doubted.some((each) => each.recipient === recipient)
    return this.#believed.has(recipient) || isDoubted || this.#sent?.recipients.includes(recipient) === true
  }

  add(sent: Sent): void {
    this.#sent = sent
  }

  /** Removes and returns the volley whose replies are read now. */
  arrive(): Sent | undefined {
    const sent = this.#sent
    this.#sent = undefined
    return sent
  }

  /** Stores replies; they are confirmed at once if they are unambiguous. */
  doubt(answers: readonly Received[]): void {
    this.#doubted = answers
    if (this.doubtful.length === 0) this.believe()
  }

  /** Replies that need confirmation, grouped by outcome. */
  get doubtful(): readonly (readonly VolleyAnswer[])[] {
    return doubtfulOf(this.#doubted)
  }

  believe(): void {
    for (const answer of this.#doubted) this.#believed.set(answer.recipient, answer)
    this.#doubted = []
  }

  forget(): void {
    this.#doubted = []
  }

  /** Removes and returns the confirmed reply of a recipient. */
  take(recipient: Recipient): Received | undefined {
    const received = this.#believed.get(recipient)
    this.#believed.delete(recipient)
    return received
  }
}
