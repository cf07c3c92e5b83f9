import { columnsOf } from './columns.ts'

/** The longest address that stands inside a sentence, columns. */
const maxLength = 44

/**
 * Where the addresses of links go: short ones in parentheses behind their text, long ones to the end of the email, where
 * nothing breaks them, behind a number. The same address has the same number.
 */
export class Links {
  readonly #numbers = new Map<string, number>()
  readonly #mayMove: boolean

  /** `mayMove` is false while an ESP fills the text in: what a loop renders cannot be numbered here. */
  constructor(mayMove: boolean) {
    this.#mayMove = mayMove
  }

  /** What follows the text of a link. */
  refer(address: string): string {
    if (!this.#mayMove || columnsOf(address) <= maxLength) return `(${address})`
    const number = this.#numbers.get(address) ?? this.#numbers.size + 1
    this.#numbers.set(address, number)
    return `[${number}]`
  }

  /** The addresses that were moved, a line each; empty when none was. */
  list(): string {
    return [...this.#numbers].map(([address, number]) => `[${number}] ${address}`).join('\n')
  }
}
