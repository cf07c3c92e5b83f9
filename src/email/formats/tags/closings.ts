/**
 * Finds the end of tags, in linear time for a whole text: positions of closing marks are cached, so that a text of
 * only opening marks is searched once.
 */
export class Closings {
  readonly #source: string
  readonly #next = new Map<string, number>()

  constructor(source: string) {
    this.#source = source
  }

  /** Index after the first `mark` at or after `from`; undefined if there is none within `max` characters. */
  after(mark: string, from: number, max: number): number | undefined {
    const at = this.#find(mark, from)
    return at < 0 || at - from > max ? undefined : at + mark.length
  }

  /** Like `after`, but ignores a mark inside quotes, unless the quotes are never closed. */
  afterQuotes(mark: string, from: number, max: number): number | undefined {
    const plain = this.after(mark, from, max)
    if (plain === undefined) return undefined
    const end = Math.min(this.#source.length, plain + quotesReach)
    let quote = ''
    for (let at = from; at < end; at++) {
      const char = this.#source.charAt(at)
      if (quote !== '') {
        if (char === quote) quote = ''
      } else if (char === '"' || char === "'") quote = char
      else if (char === mark[0] && this.#source.startsWith(mark, at)) return at + mark.length
    }
    return plain
  }

  /** Index after the bracket that closes the one before `from`; skips nested pairs and quotes. */
  balanced(pair: readonly [open: string, close: string], from: number, max: number): number | undefined {
    const [open, close] = pair
    if (this.after(close, from, max) === undefined) return undefined
    const end = Math.min(this.#source.length, from + max)
    let depth = 1
    for (let at = from; at < end; at++) {
      if (this.#source.startsWith(close, at)) {
        if (--depth === 0) return at + close.length
        at += close.length - 1
      } else if (this.#source.startsWith(open, at)) {
        depth++
        at += open.length - 1
      }
    }
    return undefined
  }

  #find(mark: string, from: number): number {
    const known = this.#next.get(mark)
    if (known !== undefined && (known < 0 || known >= from)) return known
    const found = this.#source.indexOf(mark, from)
    this.#next.set(mark, found)
    return found
  }
}

/** Maximum characters by which quotes may extend a tag beyond its first closing mark. */
const quotesReach = 300
