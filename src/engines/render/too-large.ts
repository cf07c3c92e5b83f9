/** Thrown where a drawing grows beyond limits.renderBytes; whoever faces a caller answers RENDER_TOO_LARGE. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}
