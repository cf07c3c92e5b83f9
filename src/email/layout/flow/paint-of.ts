import type { ComputedStyle } from '../style/computed-style.ts'
import type { BoxPaint } from './fragment.ts'
import { radiiOf } from './sizes.ts'

/** What a look paints on a box of this size. */
export function paintOf(computed: ComputedStyle, width: number, height: number): BoxPaint {
  const { background, image, border, opacity, hidesOverflow } = computed
  return { background, image, border, radius: radiiOf(computed, width, height), opacity, clips: hidesOverflow }
}
