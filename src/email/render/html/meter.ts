import { limits } from '../../../kernel/limits.ts'
import { tooLarge } from '../too-large.ts'

/** Counts what a rendering renders, so that loops inside loops stop in time. */
export class Meter {
  size = 0

  /** Throws TooLarge. */
  add(characters: number): void {
    this.size += characters
    if (this.size > limits.renderBytes) throw tooLarge('HTML', this.size)
  }
}
