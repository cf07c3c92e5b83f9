/** A set of names kept as the one text it comes in: lines sorted by their code units. A quarter of the memory of a Set. */
export class SortedLines {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** True if the name is one of the lines. */
  has(name: string): boolean {
    let [low, high] = [0, this.#text.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const start = middle === 0 ? 0 : this.#text.lastIndexOf('\n', middle - 1) + 1
      const newline = this.#text.indexOf('\n', start)
      const end = newline === -1 ? this.#text.length : newline
      const line = this.#text.slice(start, end)
      if (line === name) return true
      if (line < name) low = end + 1
      else high = start
    }
    return false
  }
}
