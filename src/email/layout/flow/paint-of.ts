import type { ComputedStyle } from '../style/computed-style.ts'
import type { BoxPaint } from './fragment.ts'
import { radiiOf } from './sizes.ts'

export function paintOf(computed: ComputedStyle, width: number, height: number): BoxPaint {
  const { background, image, border, opacity, hidesOverflow } = computed
  return { background, image, border, radius: radiiOf(computed, width, height), opacity, clips: hidesOverflow }
}
