import { limits } from '../../kernel/limits.ts'

/** Thrown where a rendering exceeds a limit, which its message names with the size; answered as RENDER_TOO_LARGE. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** The failure of an output that has so many bytes, or so many characters where it was not written to its end. */
export function tooLarge(output: 'HTML' | 'text' | 'AMP', size: number): TooLarge {
  return new TooLarge(`Its ${output} has ${size} bytes or more; the limit is ${limits.renderBytes}.`)
}
