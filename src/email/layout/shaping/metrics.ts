import { metricsOf } from '../../web/index.ts'
import type { TextStyle } from '../style/computed-style.ts'

/** Px above and below the baseline. */
export interface Extent {
  ascent: number
  descent: number
}

/** Ascent and descent in whole px, rounded as in browsers. */
export function lettersOf({ face, size }: Pick<TextStyle, 'face' | 'size'>): Extent {
  const { ascent, descent } = metricsOf(face.family)
  return { ascent: Math.round(ascent * size), descent: Math.round(descent * size) }
}

/** Extent of a line: ascent and descent plus half of the leading on each side (CSS 2.1, section 10.8.1). */
export function lineOf(computed: Pick<TextStyle, 'face' | 'size' | 'lineHeight'>): Extent {
  const { ascent, descent } = lettersOf(computed)
  const { lineHeight, size } = computed
  const natural = ascent + descent + Math.round(metricsOf(computed.face.family).gap * size)
  const height = lineHeight === 'normal' ? natural : 'factor' in lineHeight ? lineHeight.factor * size : lineHeight.px
  const lead = height - ascent - descent
  // Browsers add an odd pixel below.
  const above = Math.floor(lead / 2)
  return { ascent: ascent + above, descent: descent + lead - above }
}

/** Px. */
export function xHeightOf({ face, size }: Pick<TextStyle, 'face' | 'size'>): number {
  return metricsOf(face.family).xHeight * size
}
