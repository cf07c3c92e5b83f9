/** Line numbers of places in a text that are requested in order. */
export class Lines {
  private readonly source: string
  private line = 1
  private upTo = 0

  constructor(source: string) {
    this.source = source
  }

  /** The line of the character at `index`, from 1; never before the one requested last. */
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
