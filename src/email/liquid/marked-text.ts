/** Text that a filter has escaped for HTML, which is not done twice. Other filters see its characters. */
export class EscapedText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** HTML of the data that the author wants as it is; it is cleaned with all the rest. */
export class RawHtml {
  readonly #html: string

  constructor(html: string) {
    this.#html = html
  }

  toString(): string {
    return this.#html
  }
}
