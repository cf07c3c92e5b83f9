/**
 * Finds what closes a tag, in linear time over a whole text: the places of a closing mark are cached, so a text of
 * nothing but opening marks is searched once.
 */
export class Closings {
  readonly #source: string
  readonly #next = new Map<string, number>()

  constructor(source: string) {
    this.#source = source
  }

  /** The index behind the first `mark` at or after `from`; undefined when there is none within `max` characters. */
  after(mark: string, from: number, max: number): number | undefined {
    const at = this.#find(mark, from)
    return at < 0 || at - from > max ? undefined : at + mark.length
  }

  /** As `after`, but a mark inside quotes does not count, unless the quotes themselves never end. */
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

  /** The index behind the bracket that closes what was opened before `from`, inner pairs and quotes counted. */
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

/** How far beyond the first closing mark a quoted one may push the end. */
const quotesReach = 300
