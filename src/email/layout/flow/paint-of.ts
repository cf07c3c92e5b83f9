import type { ComputedStyle } from '../style/look.ts'
import type { BoxPaint } from './fragment.ts'
import { radiiOf } from './sizes.ts'

/** What a look paints on a box of this size. */
export function paintOf(look: ComputedStyle, width: number, height: number): BoxPaint {
  const { background, image, border, opacity, hidesOverflow } = look
  return { background, image, border, radius: radiiOf(look, width, height), opacity, clips: hidesOverflow }
}
