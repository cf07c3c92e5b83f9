import { limits } from '../../kernel/limits.ts'

/** Thrown when a rendering exceeds a limit; the message contains limit and size. Reported as RENDER_TOO_LARGE. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** `size` is in bytes, or in characters if rendering stopped early. */
export function tooLarge(output: 'HTML' | 'text' | 'AMP', size: number): TooLarge {
  return new TooLarge(`Its ${output} has ${size} bytes or more; the limit is ${limits.renderBytes}.`)
}
