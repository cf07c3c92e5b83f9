/** Text that a filter has escaped for HTML; it is not escaped again. Other filters read its characters. */
export class EscapedText {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** HTML of the data that the author outputs raw; it is sanitized with the result. */
export class RawHtml {
  readonly #html: string

  constructor(html: string) {
    this.#html = html
  }

  toString(): string {
    return this.#html
  }
}
