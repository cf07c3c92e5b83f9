import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'

/** Counts what a rendering draws, so that loops inside loops stop in time. */
export class Meter {
  size = 0

  /** Fails with RENDER_TOO_LARGE. */
  add(characters: number): void {
    this.size += characters
    if (this.size > limits.renderBytes) fail('RENDER_TOO_LARGE')
  }
}
