/** A tag of MJML without its counterpart. */
export interface UnmatchedTag {
  line: number
  message: string
}

/** Maximum number of reported tags. */
const max = 100

/** Records closed elements, and finds the tags without a counterpart. */
export class Balance {
  readonly #unclosed: UnmatchedTag[] = []
  /** Offsets of the end tags that closed an element. */
  readonly #ends = new Set<number>()
  /** Comments in order, with the offsets of their first and last character. */
  readonly #comments: (readonly [from: number, to: number])[] = []

  /** Records an element that was closed implicitly, with its parent. */
  unclosed(name: string, line: number): void {
    if (!isComponent(name) || this.#unclosed.length >= max) return
    const message = `<${name}> in line ${line} is never closed; it ends with its parent.`
    this.#unclosed.push({ line, message })
  }

  /** Records the end tag at that offset as one that closed an element. */
  closed(name: string, at: number): void {
    if (isComponent(name)) this.#ends.add(at)
  }

  comment(from: number, to: number): void {
    this.#comments.push([from, to])
  }

  /** Tags without a counterpart, by line. */
  unmatchedIn(source: string): UnmatchedTag[] {
    return [...this.#unclosed, ...this.#unopened(source)].toSorted((one, other) => one.line - other.line).slice(0, max)
  }

  #unopened(source: string): UnmatchedTag[] {
    const found: UnmatchedTag[] = []
    const lines = new Lines(source)
    let comment = 0
    for (const { 1: name = '', index } of source.matchAll(/<\/(mj(?:ml|-[a-z-]{1,40}))\s*>/gi)) {
      while ((this.#comments[comment]?.[1] ?? Number.POSITIVE_INFINITY) < index) comment++
      const [from] = this.#comments[comment] ?? [Number.POSITIVE_INFINITY]
      if (from < index || this.#ends.has(index)) continue
      const line = lines.at(index)
      found.push({ line, message: `</${name}> in line ${line} has no start tag and was ignored.` })
      if (found.length >= max) break
    }
    return found
  }
}

// HTML in components may leave its own elements open, as everywhere.
function isComponent(name: string): boolean {
  return name === 'mjml' || name.startsWith('mj-')
}

/** Converts offsets to line numbers; offsets must be in ascending order. */
export class Lines {
  private readonly source: string
  private line = 1
  private upTo = 0

  constructor(source: string) {
    this.source = source
  }

  /** The line of the character at `index`, from 1; never less than the previous result. */
  at(index: number): number {
    let next = this.source.indexOf('\n', this.upTo)
    while (next >= 0 && next < index) {
      this.line++
      this.upTo = next + 1
      next = this.source.indexOf('\n', this.upTo)
    }
    return this.line
  }
}
