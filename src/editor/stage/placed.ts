import type { Box } from '../canvas/index.ts'

/** Styles that put an element over a box. Left is left in every language: the email does not turn round. */
export function placed({ left, top, width, height }: Box) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
}
