import type { Recipient } from './recipient.ts'
import { type Volley, type VolleyAnswer, doubtfulOf } from './volley.ts'

/** A volley that was sent, and when, milliseconds. */
type Sent = Volley & { readonly sentAt: number }

/** An answer to one that was named, and how long it took, milliseconds. */
export interface Received extends VolleyAnswer {
  readonly ms: number
}

/** Those who were named ahead: on their way, answered and not believed yet, believed and not wanted yet. */
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

  /** A volley is on its way. */
  add(sent: Sent): void {
    this.#sent = sent
  }

  /** The volley that is on its way, which is heard now. */
  arrive(): Sent | undefined {
    const sent = this.#sent
    this.#sent = undefined
    return sent
  }

  /** Takes answers in; they are believed at once where nothing speaks against them. */
  doubt(answers: readonly Received[]): void {
    this.#doubted = answers
    if (this.doubtful.length === 0) this.believe()
  }

  /** Those that have to be answered once more, by what they were answered. */
  get doubtful(): readonly (readonly VolleyAnswer[])[] {
    return doubtfulOf(this.#doubted)
  }

  /** What was doubted is true. */
  believe(): void {
    for (const answer of this.#doubted) this.#believed.set(answer.recipient, answer)
    this.#doubted = []
  }

  /** What was doubted is forgotten. */
  forget(): void {
    this.#doubted = []
  }

  /** The answer to a recipient, which is given once. */
  take(recipient: Recipient): Received | undefined {
    const received = this.#believed.get(recipient)
    this.#believed.delete(recipient)
    return received
  }
}
